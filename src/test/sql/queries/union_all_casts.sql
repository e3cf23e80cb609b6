-- expect: none
-- INT becomes BIGINT without being asked: a note
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
CREATE TABLE shop_orders (order_id STRING NOT NULL, customer STRING NOT NULL, cents BIGINT) WITH (
  'connector' = 'kafka',
  'topic' = 'shop-orders',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE amounts (order_id STRING, cents BIGINT) WITH ('connector' = 'print');
INSERT INTO amounts
SELECT order_id, cents FROM web_orders
UNION ALL
SELECT order_id, cents FROM shop_orders;
