-- expect: FT-SQ-104
CREATE TABLE warehouse_stock (
  sku STRING,
  pieces INT,
  PRIMARY KEY (sku) NOT ENFORCED
) WITH (
  'connector' = 'kafka',
  'topic' = 'stock',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'debezium-json'
);
CREATE TABLE shop_stock (
  sku STRING,
  pieces INT,
  PRIMARY KEY (sku) NOT ENFORCED
) WITH (
  'connector' = 'kafka',
  'topic' = 'shelves',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'canal-json'
);
CREATE TABLE stock_check (sku STRING, stored INT, shown INT) WITH ('connector' = 'print');
INSERT INTO stock_check
SELECT COALESCE(w.sku, s.sku), w.pieces, s.pieces
FROM warehouse_stock AS w
FULL OUTER JOIN shop_stock AS s ON w.sku = s.sku;
