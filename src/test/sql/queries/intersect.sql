-- expect: FT-SQ-105
-- its DISTINCT is part of the set operation
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
INSERT INTO orders
SELECT order_id, customer FROM web_orders
INTERSECT
SELECT order_id, customer FROM phone_orders;
