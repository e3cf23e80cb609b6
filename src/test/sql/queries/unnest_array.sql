-- expect: none
CREATE TABLE baskets (
  basket_id STRING,
  items ARRAY<ROW<sku STRING, pieces INT>>
) WITH (
  'connector' = 'kafka',
  'topic' = 'baskets',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE lines (basket_id STRING, sku STRING, pieces INT) WITH ('connector' = 'print');
INSERT INTO lines
SELECT b.basket_id, i.sku, i.pieces
FROM baskets AS b
CROSS JOIN UNNEST(b.items) AS i (sku, pieces);
