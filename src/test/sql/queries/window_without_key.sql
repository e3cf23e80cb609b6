-- expect: none
-- a local phase adds the rows up before they meet in one subtask
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
CREATE TABLE grid (until_time TIMESTAMP(3), watts DOUBLE) WITH ('connector' = 'print');
INSERT INTO grid
SELECT window_end, SUM(watts)
FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(read_at), INTERVAL '1' MINUTE))
GROUP BY window_start, window_end;
