-- expect: none
CREATE TABLE logins (
  account STRING NOT NULL,
  device STRING NOT NULL,
  country STRING,
  seen AS PROCTIME()
) WITH (
  'connector' = 'kafka',
  'topic' = 'logins',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE busy_accounts (account STRING, n BIGINT) WITH ('connector' = 'print');
INSERT INTO busy_accounts
SELECT account, COUNT(*) OVER (
  PARTITION BY account ORDER BY seen RANGE BETWEEN INTERVAL '1' MINUTE PRECEDING AND CURRENT ROW)
FROM logins;
