-- expect: FT-SQ-102
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
CREATE TABLE shops (shop STRING, n BIGINT) WITH ('connector' = 'print');
INSERT INTO shops
SELECT shop, COUNT(*) FROM (SELECT DISTINCT shop, title FROM sales) GROUP BY shop;
