-- expect: none
CREATE TABLE trades (
  id STRING,
  currency STRING,
  amount DECIMAL(12, 2),
  traded_at TIMESTAMP(3),
  WATERMARK FOR traded_at AS traded_at - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'trades',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE rates (
  currency STRING,
  rate DECIMAL(12, 6),
  valid_from TIMESTAMP(3),
  WATERMARK FOR valid_from AS valid_from - INTERVAL '5' SECOND,
  PRIMARY KEY (currency) NOT ENFORCED
) WITH (
  'connector' = 'kafka',
  'topic' = 'rates',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'debezium-json'
);
CREATE TABLE priced (id STRING, euros DECIMAL(20, 2)) WITH ('connector' = 'print');
INSERT INTO priced
SELECT t.id, CAST(t.amount * r.rate AS DECIMAL(20, 2))
FROM trades AS t
LEFT JOIN rates FOR SYSTEM_TIME AS OF t.traded_at AS r ON t.currency = r.currency;
