-- expect: FT-SQ-109
-- the row before tells whether a deletion must go out
CREATE TABLE prices (sku STRING, cents INT, PRIMARY KEY (sku) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'prices',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
CREATE TABLE cheap (sku STRING, cents INT, PRIMARY KEY (sku) NOT ENFORCED) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:postgresql://pg:5432/app',
  'table-name' = 'cheap'
);
INSERT INTO cheap SELECT sku, cents FROM prices WHERE cents < 500;
