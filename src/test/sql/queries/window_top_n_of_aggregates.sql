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
CREATE TABLE best (city STRING, driver_id BIGINT, income DECIMAL(38, 2), place BIGINT) WITH ('connector' = 'print');
INSERT INTO best
SELECT city, driver_id, income, place
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY city, window_start, window_end ORDER BY income DESC) AS place
  FROM (
    SELECT city, driver_id, window_start, window_end, SUM(fare) AS income
    FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(started_at), INTERVAL '1' DAY))
    GROUP BY city, driver_id, window_start, window_end
  )
)
WHERE place <= 5;
