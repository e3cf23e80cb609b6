-- expect 1.20: FT-SQ-130
-- expect 2.3: none
-- not assessed on 2.3: the function is in a jar
-- 1.20 does not know such functions
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
CREATE FUNCTION watch_shop AS 'org.example.shop.Watch';
CREATE TABLE watched (shop STRING, what STRING) WITH ('connector' = 'print');
INSERT INTO watched
SELECT shop, what FROM watch_shop(input => TABLE sales PARTITION BY shop, uid => 'watch-shop');
