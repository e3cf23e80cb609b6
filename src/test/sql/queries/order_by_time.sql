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
CREATE TABLE sorted (title STRING, sold_at TIMESTAMP(3)) WITH ('connector' = 'print');
INSERT INTO sorted SELECT title, sold_at FROM sales ORDER BY sold_at;
