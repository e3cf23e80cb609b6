-- expect: none
CREATE TABLE requests (id STRING, path STRING, moment AS PROCTIME()) WITH (
  'connector' = 'kafka',
  'topic' = 'requests',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE replies (id STRING, status INT, moment AS PROCTIME()) WITH (
  'connector' = 'kafka',
  'topic' = 'replies',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE answered (path STRING, status INT) WITH ('connector' = 'print');
INSERT INTO answered
SELECT q.path, a.status
FROM requests AS q, replies AS a
WHERE q.id = a.id AND a.moment BETWEEN q.moment - INTERVAL '5' SECOND AND q.moment + INTERVAL '30' SECOND;
