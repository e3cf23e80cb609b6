-- expect: FT-SQ-104, FT-SQ-107
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
CREATE TABLE accounts (
  account STRING,
  owner STRING,
  PRIMARY KEY (account) NOT ENFORCED
) WITH (
  'connector' = 'mysql-cdc',
  'hostname' = 'mysql',
  'port' = '3306',
  'username' = 'reader',
  'password' = 'not-a-secret',
  'database-name' = 'app',
  'table-name' = 'accounts'
);
CREATE TABLE owners_devices (account STRING, device STRING, owner STRING) WITH ('connector' = 'print');
CREATE TEMPORARY VIEW last_logins AS
SELECT account, device
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY account ORDER BY seen DESC) AS n FROM logins
)
WHERE n = 1;
INSERT INTO owners_devices
SELECT l.account, l.device, a.owner
FROM last_logins AS l
JOIN accounts AS a ON l.account = a.account;
