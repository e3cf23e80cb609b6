-- expect: none
CREATE TABLE profiles (
  id STRING,
  emails ARRAY<STRING>,
  settings MAP<STRING, STRING>,
  address ROW<street STRING, town STRING>
) WITH (
  'connector' = 'kafka',
  'topic' = 'profiles',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE flat (id STRING, email STRING, n INT, theme STRING, town STRING, pair ROW<a STRING, b INT>) WITH ('connector' = 'print');
INSERT INTO flat
SELECT id, emails[1], CARDINALITY(emails), settings['theme'], address.town, ROW(id, CARDINALITY(settings))
FROM profiles
WHERE ARRAY_CONTAINS(emails, 'root@example.org') IS NOT TRUE;
