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
CREATE TABLE spread (n BIGINT, shops BIGINT, PRIMARY KEY (n) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'spread',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
INSERT INTO spread
SELECT n, COUNT(*) FROM (SELECT shop, COUNT(*) AS n FROM sales GROUP BY shop) GROUP BY n;
