-- expect: none
CREATE TABLE calls (caller STRING, seconds INT, moment AS PROCTIME()) WITH (
  'connector' = 'kafka',
  'topic' = 'calls',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE subscribers (
  number STRING,
  profile ROW<plan STRING, town STRING>,
  PRIMARY KEY (number) NOT ENFORCED
) WITH (
  'connector' = 'hbase-2.2',
  'table-name' = 'subscribers',
  'zookeeper.quorum' = 'zk:2181',
  'lookup.async' = 'true'
);
CREATE TABLE billed (caller STRING, plan STRING, seconds INT) WITH ('connector' = 'print');
INSERT INTO billed
SELECT /*+ LOOKUP('table' = 's', 'async' = 'true', 'output-mode' = 'allow_unordered', 'capacity' = '200', 'timeout' = '30s') */
  c.caller, s.profile.plan, c.seconds
FROM calls AS c
JOIN subscribers FOR SYSTEM_TIME AS OF c.moment AS s ON c.caller = s.number;
