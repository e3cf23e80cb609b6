-- expect: none
-- what meets in one subtask is one row per driver and day
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
CREATE TABLE best (driver_id BIGINT, income DECIMAL(38, 2)) WITH ('connector' = 'print');
INSERT INTO best
SELECT driver_id, income
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY income DESC) AS place
  FROM (
    SELECT driver_id, window_start, window_end, SUM(fare) AS income
    FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(started_at), INTERVAL '1' DAY))
    GROUP BY driver_id, window_start, window_end
  )
)
WHERE place <= 5;
