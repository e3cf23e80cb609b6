-- expect: none
SET 'table.exec.state.ttl' = '36 h';
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
CREATE TABLE first_seen (account STRING, device STRING) WITH ('connector' = 'print');
INSERT INTO first_seen
SELECT account, device
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY account, device ORDER BY seen ASC) AS n FROM logins)
WHERE n = 1;
