-- expect: FT-SQ-103
-- the tips stay for ever: no TTL reaches their side
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
CREATE TABLE income (driver_id BIGINT, total DECIMAL(9, 2)) WITH ('connector' = 'print');
INSERT INTO income
SELECT /*+ STATE_TTL('r' = '6h') */ r.driver_id, r.fare + t.tip
FROM rides AS r
JOIN tips AS t ON r.ride_id = t.ride_id;
