-- expect: FT-SQ-107
CREATE TABLE lakes (name STRING, country STRING, depth INT) WITH (
  'connector' = 'kafka',
  'topic' = 'lakes',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE deepest (country STRING, name STRING) WITH ('connector' = 'print');
INSERT INTO deepest
SELECT c.country, l.name
FROM (SELECT DISTINCT country FROM lakes) AS c,
  LATERAL (SELECT name, depth FROM lakes WHERE country = c.country ORDER BY depth DESC LIMIT 3) AS l;
