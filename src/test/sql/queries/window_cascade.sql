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
CREATE TABLE hours (region STRING, until_time TIMESTAMP(3), peak DOUBLE) WITH ('connector' = 'print');
CREATE VIEW quarter_hours AS
SELECT region, window_time AS quarter_time, SUM(watts) AS watts
FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(read_at), INTERVAL '15' MINUTE))
GROUP BY region, window_start, window_end, window_time;
INSERT INTO hours
SELECT region, window_end, MAX(watts)
FROM TABLE(TUMBLE(TABLE quarter_hours, DESCRIPTOR(quarter_time), INTERVAL '1' HOUR))
GROUP BY region, window_start, window_end;
