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
CREATE TABLE dearest (city STRING, ride_id BIGINT, fare DECIMAL(8, 2)) WITH ('connector' = 'print');
INSERT INTO dearest
SELECT city, ride_id, fare
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY city, window_start, window_end ORDER BY fare DESC) AS place
  FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(started_at), INTERVAL '1' HOUR))
)
WHERE place <= 10;
