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
CREATE TABLE regions (region STRING, from_time TIMESTAMP(3), watts DOUBLE) WITH ('connector' = 'print');
INSERT INTO regions
WITH loud AS (
  SELECT region, watts, read_at FROM readings WHERE watts > 100
)
SELECT region, window_start, COUNT(*) * 1.0E0
FROM TABLE(TUMBLE(TABLE loud, DESCRIPTOR(read_at), INTERVAL '1' HOUR))
GROUP BY region, window_start, window_end;
