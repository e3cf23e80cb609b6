-- expect: none
CREATE TABLE doors (badge STRING, door STRING, moment TIMESTAMP(3), WATERMARK FOR moment AS moment - INTERVAL '5' SECOND) WITH (
  'connector' = 'kafka',
  'topic' = 'doors',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE lifts (badge STRING, storey INT, moment TIMESTAMP(3), WATERMARK FOR moment AS moment - INTERVAL '5' SECOND) WITH (
  'connector' = 'kafka',
  'topic' = 'lifts',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE walkers (badge STRING, door STRING) WITH ('connector' = 'print');
INSERT INTO walkers
SELECT d.badge, d.door
FROM (SELECT * FROM TABLE(TUMBLE(TABLE doors, DESCRIPTOR(moment), INTERVAL '5' MINUTE))) AS d
WHERE NOT EXISTS (
  SELECT 1
  FROM (SELECT * FROM TABLE(TUMBLE(TABLE lifts, DESCRIPTOR(moment), INTERVAL '5' MINUTE))) AS l
  WHERE d.badge = l.badge AND d.window_start = l.window_start AND d.window_end = l.window_end
);
