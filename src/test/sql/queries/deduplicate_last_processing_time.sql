-- expect: FT-SQ-107
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
CREATE TABLE devices (account STRING, device STRING, PRIMARY KEY (account) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'devices',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
INSERT INTO devices
SELECT account, device
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY account ORDER BY seen DESC) AS n FROM logins)
WHERE n = 1;
