-- expect: none
CREATE TABLE events (payload STRING) WITH (
  'connector' = 'kafka',
  'topic' = 'events',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'raw'
);
CREATE TABLE parsed (who STRING, amount DOUBLE, tags STRING, has_note BOOLEAN) WITH ('connector' = 'print');
INSERT INTO parsed
SELECT
  JSON_VALUE(payload, '$.user.name'),
  JSON_VALUE(payload, '$.amount' RETURNING DOUBLE DEFAULT 0.0 ON EMPTY),
  JSON_QUERY(payload, '$.tags'),
  JSON_EXISTS(payload, '$.note')
FROM events
WHERE payload IS JSON OBJECT;
