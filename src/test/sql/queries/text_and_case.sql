-- expect: none
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
CREATE TABLE labelled (ride_id BIGINT, label VARCHAR(10), city STRING) WITH ('connector' = 'print');
INSERT INTO labelled
SELECT
  ride_id,
  CASE WHEN fare > 100 THEN 'dear' WHEN fare > 20 THEN 'normal' ELSE 'cheap' END,
  REGEXP_REPLACE(UPPER(TRIM(city)), '[^A-Z]', '-')
FROM rides;
