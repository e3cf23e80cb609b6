-- expect: none
-- not assessed: the types that the function returns are in its jar
CREATE TABLE messages (id STRING, body STRING) WITH (
  'connector' = 'kafka',
  'topic' = 'messages',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE FUNCTION words AS 'org.example.text.Words';
CREATE TABLE index_rows (id STRING, word STRING) WITH ('connector' = 'print');
INSERT INTO index_rows
SELECT m.id, w.word FROM messages AS m, LATERAL TABLE(words(m.body)) AS w (word);
