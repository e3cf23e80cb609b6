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
CREATE TABLE current_watts (meter_id STRING, watts DOUBLE, PRIMARY KEY (meter_id) NOT ENFORCED) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:postgresql://pg:5432/app',
  'table-name' = 'current_watts'
);
INSERT INTO current_watts
SELECT meter_id, watts
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY meter_id ORDER BY read_at DESC) AS n FROM readings)
WHERE n = 1;
