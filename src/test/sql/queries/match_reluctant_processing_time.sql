-- expect: none
CREATE TABLE clicks (visitor STRING, page STRING, moment AS PROCTIME()) WITH (
  'connector' = 'kafka',
  'topic' = 'clicks',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE bought (visitor STRING, steps BIGINT) WITH ('connector' = 'print');
INSERT INTO bought
SELECT visitor, steps
FROM clicks
MATCH_RECOGNIZE (
  PARTITION BY visitor
  ORDER BY moment
  MEASURES COUNT(BROWSE.page) AS steps
  AFTER MATCH SKIP TO LAST PAY
  PATTERN (ENTER BROWSE*? PAY) WITHIN INTERVAL '1' HOUR
  DEFINE
    ENTER AS ENTER.page = '/',
    PAY AS PAY.page = '/paid'
);
