-- expect: FT-SQ-102
-- both sinks read one and the same DISTINCT
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
CREATE TABLE titles (shop STRING, title STRING) WITH ('connector' = 'print');
CREATE TABLE shops (shop STRING, titles BIGINT) WITH ('connector' = 'print');
CREATE TEMPORARY VIEW pairs AS SELECT DISTINCT shop, title FROM sales;
EXECUTE STATEMENT SET
BEGIN
INSERT INTO titles SELECT shop, title FROM pairs WHERE title <> '';
INSERT INTO shops SELECT shop, COUNT(*) FROM pairs GROUP BY shop;
END;
