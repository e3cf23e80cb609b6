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
CREATE TABLE moves (badge STRING, door STRING, storey INT, w TIMESTAMP(3)) WITH ('connector' = 'print');
INSERT INTO moves
SELECT d.badge, d.door, l.storey, d.window_end
FROM (SELECT * FROM TABLE(TUMBLE(TABLE doors, DESCRIPTOR(moment), INTERVAL '5' MINUTE))) AS d
JOIN (SELECT * FROM TABLE(TUMBLE(TABLE lifts, DESCRIPTOR(moment), INTERVAL '5' MINUTE))) AS l
  ON d.badge = l.badge AND d.window_start = l.window_start AND d.window_end = l.window_end;
