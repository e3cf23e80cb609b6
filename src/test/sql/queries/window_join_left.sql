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
CREATE TABLE moves (badge STRING, door STRING, storey INT) WITH ('connector' = 'print');
INSERT INTO moves
SELECT d.badge, d.door, l.storey
FROM (SELECT * FROM TABLE(HOP(TABLE doors, DESCRIPTOR(moment), INTERVAL '1' MINUTE, INTERVAL '5' MINUTE))) AS d
LEFT JOIN (SELECT * FROM TABLE(HOP(TABLE lifts, DESCRIPTOR(moment), INTERVAL '1' MINUTE, INTERVAL '5' MINUTE))) AS l
  ON d.badge = l.badge AND d.window_start = l.window_start AND d.window_end = l.window_end;
