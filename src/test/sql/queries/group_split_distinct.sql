-- expect: none
SET 'table.exec.mini-batch.enabled' = 'true';
SET 'table.exec.mini-batch.allow-latency' = '3 s';
SET 'table.exec.mini-batch.size' = '2000';
SET 'table.optimizer.distinct-agg.split.enabled' = 'true';
CREATE TABLE sales (
  shop STRING,
  title STRING,
  pieces INT,
  sold_at TIMESTAMP(3),
  WATERMARK FOR sold_at AS sold_at - INTERVAL '1' MINUTE
) WITH (
  'connector' = 'kafka',
  'topic' = 'sales',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE reach (shop STRING, titles BIGINT) WITH ('connector' = 'print');
INSERT INTO reach
SELECT shop, COUNT(DISTINCT title) FROM sales GROUP BY shop;
