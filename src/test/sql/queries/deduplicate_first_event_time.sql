-- expect: FT-SQ-107
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
CREATE TABLE installed (meter_id STRING, region STRING) WITH ('connector' = 'print');
INSERT INTO installed
SELECT meter_id, region
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY meter_id ORDER BY read_at) AS n FROM readings)
WHERE n = 1;
