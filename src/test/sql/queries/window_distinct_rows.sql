-- expect: FT-SQ-102
-- the windows are closed, but the DISTINCT reaches over all of them
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
CREATE TABLE active (city STRING, driver_id BIGINT) WITH ('connector' = 'print');
INSERT INTO active
SELECT DISTINCT city, driver_id
FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(started_at), INTERVAL '1' HOUR))
GROUP BY city, driver_id, window_start, window_end;
