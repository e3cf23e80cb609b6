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
CREATE TABLE well_sold (title STRING, n BIGINT, PRIMARY KEY (title) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'well_sold',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
INSERT INTO well_sold
SELECT title, SUM(pieces) FROM sales GROUP BY title HAVING SUM(pieces) > 1000;
