-- expect: FT-SQ-108
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
CREATE TABLE totals (driver_id BIGINT, so_far DECIMAL(38, 2)) WITH ('connector' = 'print');
INSERT INTO totals
SELECT driver_id, SUM(fare) OVER (PARTITION BY driver_id ORDER BY started_at) FROM rides;
