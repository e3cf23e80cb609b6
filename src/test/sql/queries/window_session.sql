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
CREATE TABLE shifts (driver_id BIGINT, began TIMESTAMP(3), ended TIMESTAMP(3), rides BIGINT) WITH ('connector' = 'print');
INSERT INTO shifts
SELECT driver_id, window_start, window_end, COUNT(*)
FROM TABLE(SESSION(TABLE rides PARTITION BY driver_id, DESCRIPTOR(started_at), INTERVAL '45' MINUTE))
GROUP BY driver_id, window_start, window_end;
