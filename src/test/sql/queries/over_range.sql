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
CREATE TABLE smoothed (meter_id STRING, watts DOUBLE) WITH ('connector' = 'print');
INSERT INTO smoothed
SELECT meter_id, AVG(watts) OVER (
  PARTITION BY meter_id ORDER BY read_at RANGE BETWEEN INTERVAL '20' MINUTE PRECEDING AND CURRENT ROW)
FROM readings;
