-- expect: none
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
CREATE TABLE by_day (day_text STRING, shop STRING, n BIGINT, PRIMARY KEY (day_text, shop) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'by_day',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
INSERT INTO by_day
SELECT /*+ STATE_TTL('s' = '2d') */ DATE_FORMAT(s.sold_at, 'yyyy-MM-dd'), s.shop, COUNT(*)
FROM sales AS s
GROUP BY DATE_FORMAT(s.sold_at, 'yyyy-MM-dd'), s.shop;
