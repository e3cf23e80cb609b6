-- expect: none
CREATE TABLE rides (
  ride_id BIGINT,
  driver_id BIGINT,
  city STRING,
  fare DECIMAL(8, 2),
  started_at TIMESTAMP(3),
  WATERMARK FOR started_at AS started_at - INTERVAL '10' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'rides',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE coast (ride_id BIGINT) WITH ('connector' = 'print');
INSERT INTO coast
SELECT ride_id FROM rides WHERE city IN ('Porto', 'Genoa', 'Split', 'Bergen', 'Malaga');
