-- expect: FT-SQ-101
CREATE TABLE web_orders (order_id STRING NOT NULL, customer STRING NOT NULL, cents INT) WITH (
  'connector' = 'kafka',
  'topic' = 'web-orders',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE phone_orders (order_id STRING NOT NULL, customer STRING NOT NULL, cents INT) WITH (
  'connector' = 'kafka',
  'topic' = 'phone-orders',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE orders (order_id STRING, customer STRING) WITH ('connector' = 'print');
CREATE TABLE fax_orders (order_id STRING NOT NULL, customer STRING NOT NULL, cents INT) WITH (
  'connector' = 'kafka',
  'topic' = 'fax-orders',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
INSERT INTO orders
(SELECT order_id, customer FROM web_orders
UNION ALL
SELECT order_id, customer FROM phone_orders)
UNION
SELECT order_id, customer FROM fax_orders;
