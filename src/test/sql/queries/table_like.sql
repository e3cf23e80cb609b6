-- expect: none
CREATE TABLE flights (
  flight STRING,
  gate STRING,
  departs TIMESTAMP(3)
) WITH (
  'connector' = 'kafka',
  'topic' = 'flights',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE timed_flights (
  WATERMARK FOR departs AS departs - INTERVAL '1' MINUTE
) WITH (
  'scan.startup.mode' = 'earliest-offset'
) LIKE flights (OVERWRITING OPTIONS);
CREATE TABLE gates (gate STRING, until_time TIMESTAMP(3), n BIGINT) WITH ('connector' = 'print');
INSERT INTO gates
SELECT gate, window_end, COUNT(*)
FROM TABLE(TUMBLE(TABLE timed_flights, DESCRIPTOR(departs), INTERVAL '1' HOUR))
GROUP BY gate, window_start, window_end;
