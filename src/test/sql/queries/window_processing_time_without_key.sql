-- expect: FT-SQ-120
-- no local phase by processing time: each row goes to the one subtask
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
CREATE TABLE per_minute (until_time TIMESTAMP(3), n BIGINT) WITH ('connector' = 'print');
INSERT INTO per_minute
SELECT window_end, COUNT(*)
FROM TABLE(TUMBLE(TABLE logins, DESCRIPTOR(seen), INTERVAL '1' MINUTE))
GROUP BY window_start, window_end;
