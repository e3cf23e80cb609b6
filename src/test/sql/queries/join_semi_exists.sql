-- expect: FT-SQ-105
CREATE TABLE rides (
  ride_id BIGINT,
  driver_id BIGINT,
  city STRING,
  fare DECIMAL(8, 2),
  started_at TIMESTAMP(3),
  WATERMARK FOR started_at AS started_at - INTERVAL '10' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'rides',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE tips (
  ride_id BIGINT,
  tip DECIMAL(8, 2),
  given_at TIMESTAMP(3),
  WATERMARK FOR given_at AS given_at - INTERVAL '10' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'tips',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE tipped (ride_id BIGINT, city STRING) WITH ('connector' = 'print');
INSERT INTO tipped
SELECT ride_id, city FROM rides AS r
WHERE EXISTS (SELECT 1 FROM tips AS t WHERE t.ride_id = r.ride_id);
