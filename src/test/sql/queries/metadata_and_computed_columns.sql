-- expect: none
CREATE TABLE sensors (
  id STRING,
  celsius DOUBLE,
  arrived TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  `partition` INT METADATA VIRTUAL,
  `offset` BIGINT METADATA VIRTUAL,
  kelvin AS celsius + 273.15,
  WATERMARK FOR arrived AS arrived - INTERVAL '20' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'sensors',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE means (id STRING, until_time TIMESTAMP(3), kelvin DOUBLE, last_offset BIGINT) WITH ('connector' = 'print');
INSERT INTO means
SELECT id, window_end, AVG(kelvin), MAX(`offset`)
FROM TABLE(TUMBLE(TABLE sensors, DESCRIPTOR(arrived), INTERVAL '1' MINUTE))
GROUP BY id, window_start, window_end;
