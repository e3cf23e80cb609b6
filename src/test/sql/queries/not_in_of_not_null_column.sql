-- expect: FT-SQ-105
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
CREATE TABLE blocked (account STRING NOT NULL) WITH (
  'connector' = 'kafka',
  'topic' = 'blocked',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE allowed (account STRING) WITH ('connector' = 'print');
INSERT INTO allowed
SELECT account FROM logins WHERE account NOT IN (SELECT account FROM blocked);
