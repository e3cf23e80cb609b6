-- expect: FT-SQ-120
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
CREATE TABLE largest (title STRING, pieces INT) WITH ('connector' = 'print');
INSERT INTO largest
SELECT title, pieces
FROM (
  SELECT *, ROW_NUMBER() OVER (ORDER BY pieces DESC) AS place FROM sales
)
WHERE place <= 100;
