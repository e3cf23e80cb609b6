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
CREATE TABLE lake (
  meter_id STRING,
  watts DOUBLE,
  dt STRING,
  hr STRING
) PARTITIONED BY (dt, hr) WITH (
  'connector' = 'filesystem',
  'path' = 's3://lake/readings',
  'format' = 'parquet',
  'sink.partition-commit.trigger' = 'partition-time',
  'sink.partition-commit.delay' = '1 h',
  'sink.partition-commit.policy.kind' = 'success-file',
  'partition.time-extractor.timestamp-pattern' = '$dt $hr:00:00'
);
INSERT INTO lake
SELECT meter_id, watts, DATE_FORMAT(read_at, 'yyyy-MM-dd'), DATE_FORMAT(read_at, 'HH') FROM readings;
