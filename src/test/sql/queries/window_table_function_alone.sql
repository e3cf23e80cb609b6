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
SELECT region, window_start, watts
FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(read_at), INTERVAL '1' HOUR))
WHERE watts > 3000;
