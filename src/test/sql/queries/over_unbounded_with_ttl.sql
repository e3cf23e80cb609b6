-- expect: none
SET 'table.exec.state.ttl' = '30 d';
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
CREATE TABLE counted (account STRING, n BIGINT) WITH ('connector' = 'print');
INSERT INTO counted
SELECT account, COUNT(*) OVER (PARTITION BY account ORDER BY seen) FROM logins;
