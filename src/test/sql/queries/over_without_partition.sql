-- expect: FT-SQ-120
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
CREATE TABLE trend (read_at TIMESTAMP(3), watts DOUBLE) WITH ('connector' = 'print');
INSERT INTO trend
SELECT read_at, SUM(watts) OVER (ORDER BY read_at RANGE BETWEEN INTERVAL '10' SECOND PRECEDING AND CURRENT ROW)
FROM readings;
