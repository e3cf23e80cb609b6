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
CREATE TABLE shifts (driver_id BIGINT, ended TIMESTAMP(3), rides BIGINT) WITH ('connector' = 'print');
INSERT INTO shifts
SELECT driver_id, SESSION_END(started_at, INTERVAL '45' MINUTE), COUNT(*)
FROM rides
GROUP BY driver_id, SESSION(started_at, INTERVAL '45' MINUTE);
