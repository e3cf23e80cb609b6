-- expect: FT-SQ-113
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
CREATE TABLE alarms (oven STRING, began TIMESTAMP(3)) WITH ('connector' = 'print');
INSERT INTO alarms
SELECT oven, began
FROM ovens
MATCH_RECOGNIZE (
  PARTITION BY oven
  ORDER BY moment
  MEASURES FIRST(HOT.moment) AS began
  ONE ROW PER MATCH
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (HOT+ COOL)
  DEFINE
    HOT AS HOT.degrees > 280,
    COOL AS COOL.degrees < 250
);
