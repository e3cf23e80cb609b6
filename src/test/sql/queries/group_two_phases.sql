-- expect: none
SET 'table.exec.mini-batch.enabled' = 'true';
SET 'table.exec.mini-batch.allow-latency' = '3 s';
SET 'table.exec.mini-batch.size' = '2000';
SET 'table.optimizer.agg-phase-strategy' = 'TWO_PHASE';
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
CREATE TABLE by_title (title STRING, n BIGINT, PRIMARY KEY (title) NOT ENFORCED) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:postgresql://pg:5432/app',
  'table-name' = 'by_title'
);
INSERT INTO by_title
SELECT title, SUM(pieces) FROM sales GROUP BY title;
