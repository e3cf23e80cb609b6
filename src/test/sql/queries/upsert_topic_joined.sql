-- expect 1.20: FT-SQ-104, FT-SQ-109
-- expect 2.3: FT-SQ-104
CREATE TABLE prices (sku STRING, cents INT, PRIMARY KEY (sku) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'prices',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
CREATE TABLE names (sku STRING, name STRING, PRIMARY KEY (sku) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'names',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
CREATE TABLE labels (sku STRING, name STRING, cents INT, PRIMARY KEY (sku) NOT ENFORCED) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:postgresql://pg:5432/app',
  'table-name' = 'labels'
);
INSERT INTO labels
SELECT p.sku, n.name, p.cents FROM prices AS p JOIN names AS n ON p.sku = n.sku;
