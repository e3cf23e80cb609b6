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
CREATE TABLE by_title (title STRING, many BIGINT, few BIGINT) WITH ('connector' = 'print');
INSERT INTO by_title
SELECT title, COUNT(*) FILTER (WHERE pieces >= 10), COUNT(*) FILTER (WHERE pieces < 10)
FROM sales GROUP BY title;
