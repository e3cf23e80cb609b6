-- expect: none
CREATE TABLE ovens (
  oven STRING,
  degrees INT,
  moment TIMESTAMP(3),
  WATERMARK FOR moment AS moment - INTERVAL '2' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'ovens',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE alarms (oven STRING, hottest INT) WITH ('connector' = 'print');
INSERT INTO alarms
SELECT oven, hottest
FROM ovens
MATCH_RECOGNIZE (
  PARTITION BY oven
  ORDER BY moment
  MEASURES MAX(HOT.degrees) AS hottest
  ONE ROW PER MATCH
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (HOT{3,} COOL) WITHIN INTERVAL '10' MINUTE
  DEFINE
    HOT AS HOT.degrees > 280,
    COOL AS COOL.degrees < 250
);
