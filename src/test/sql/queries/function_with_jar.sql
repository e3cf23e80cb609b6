-- expect: none
CREATE TABLE sales (
  shop STRING,
  title STRING,
  pieces INT,
  sold_at TIMESTAMP(3),
  WATERMARK FOR sold_at AS sold_at - INTERVAL '1' MINUTE
) WITH (
  'connector' = 'kafka',
  'topic' = 'sales',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE FUNCTION IF NOT EXISTS score AS 'org.example.shop.Score' LANGUAGE JAVA USING JAR 'hdfs:///jars/score.jar';
CREATE TABLE scored (title STRING, s DOUBLE) WITH ('connector' = 'print');
INSERT INTO scored SELECT title, score(pieces) FROM sales WHERE pieces > 0;
