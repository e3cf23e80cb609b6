-- expect 1.20: FT-SQ-109
-- expect 2.3: none
-- upserts in, upserts out: 2.3 keeps nothing
CREATE TABLE prices (sku STRING, cents INT, PRIMARY KEY (sku) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'prices',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
CREATE TABLE prices_copy (sku STRING, cents INT, PRIMARY KEY (sku) NOT ENFORCED) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:postgresql://pg:5432/app',
  'table-name' = 'prices'
);
INSERT INTO prices_copy SELECT sku, cents FROM prices;
