-- expect: FT-SQ-107
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
CREATE TABLE largest (shop STRING, place BIGINT, title STRING, pieces INT, PRIMARY KEY (shop, place) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'largest',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
INSERT INTO largest
SELECT shop, place, title, pieces
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY shop ORDER BY pieces DESC) AS place FROM sales
)
WHERE place <= 3;
