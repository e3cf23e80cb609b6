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
CREATE TABLE so_far (region STRING, until_time TIMESTAMP(3), meters BIGINT) WITH ('connector' = 'print');
INSERT INTO so_far
SELECT region, window_end, COUNT(DISTINCT meter_id)
FROM TABLE(CUMULATE(TABLE readings, DESCRIPTOR(read_at), INTERVAL '1' HOUR, INTERVAL '1' DAY))
GROUP BY region, window_start, window_end;
