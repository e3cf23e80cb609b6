-- expect: FT-SQ-125
-- 'web' is written with two blanks behind it
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
SELECT order_id, CAST('web' AS CHAR(5)) FROM web_orders
UNION ALL
SELECT order_id, 'phone' FROM phone_orders;
