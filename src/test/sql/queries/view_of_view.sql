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
CREATE VIEW big AS SELECT * FROM readings WHERE watts > 1000;
CREATE VIEW big_north AS SELECT meter_id, watts FROM big WHERE region = 'north';
CREATE TABLE alerts (meter_id STRING, watts DOUBLE) WITH ('connector' = 'print');
INSERT INTO alerts SELECT meter_id, watts FROM big_north;
