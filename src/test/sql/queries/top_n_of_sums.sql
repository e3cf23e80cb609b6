-- expect: FT-SQ-106
-- a negative number of pieces may lower a sum, so the planner keeps all
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
CREATE TABLE favourites (shop STRING, title STRING, n BIGINT) WITH ('connector' = 'print');
INSERT INTO favourites
SELECT shop, title, n
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY shop ORDER BY n DESC) AS place
  FROM (SELECT shop, title, SUM(pieces) AS n FROM sales GROUP BY shop, title)
)
WHERE place <= 10;
