-- expect 1.20: FT-SQ-130
-- expect 2.3: FT-SQ-110
-- asked for, and yet it keeps each key for ever
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
CREATE TABLE installed (meter_id STRING, region STRING, PRIMARY KEY (meter_id) NOT ENFORCED) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:postgresql://pg:5432/app',
  'table-name' = 'installed'
);
INSERT INTO installed SELECT meter_id, region FROM readings ON CONFLICT DO NOTHING;
