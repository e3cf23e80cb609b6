-- expect: none
CREATE TABLE readings (
  meter_id STRING,
  region STRING,
  watts DOUBLE,
  read_at TIMESTAMP(3),
  WATERMARK FOR read_at AS read_at - INTERVAL '30' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'readings',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE compared (region STRING, until_time TIMESTAMP(3), watts DOUBLE, peak DOUBLE) WITH ('connector' = 'print');
INSERT INTO compared
WITH hours AS (
  SELECT region, window_start, window_end, SUM(watts) AS watts, MAX(watts) AS peak
  FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(read_at), INTERVAL '1' HOUR))
  GROUP BY region, window_start, window_end
)
SELECT a.region, a.window_end, a.watts, b.peak
FROM hours AS a
JOIN hours AS b ON a.region = b.region AND a.window_start = b.window_start AND a.window_end = b.window_end;
