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
CREATE TABLE last_readings (meter_id STRING, watts DOUBLE, until_time TIMESTAMP(3)) WITH ('connector' = 'print');
INSERT INTO last_readings
SELECT meter_id, watts, window_end
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY meter_id, window_start, window_end ORDER BY read_at DESC) AS n
  FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(read_at), INTERVAL '10' MINUTE))
)
WHERE n = 1;
