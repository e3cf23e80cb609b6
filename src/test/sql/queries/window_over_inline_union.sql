-- expect: FT-SQ-123
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
CREATE TABLE old_readings (
  meter_id STRING,
  region STRING,
  watts DOUBLE,
  read_at TIMESTAMP(3),
  WATERMARK FOR read_at AS read_at - INTERVAL '30' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'old-readings',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE regions (region STRING, from_time TIMESTAMP(3), watts DOUBLE) WITH ('connector' = 'print');
INSERT INTO regions
SELECT region, window_start, SUM(watts)
FROM TABLE(HOP((
  SELECT region, watts, read_at FROM readings
  UNION ALL
  SELECT region, watts, read_at FROM old_readings
), DESCRIPTOR(read_at), INTERVAL '5' MINUTE, INTERVAL '15' MINUTE))
GROUP BY region, window_start, window_end;
