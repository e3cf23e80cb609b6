-- expect: FT-SQ-109
SET 'table.exec.source.cdc-events-duplicate' = 'true';
CREATE TABLE beds (
  id BIGINT,
  ward STRING,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'connector' = 'kafka',
  'topic' = 'beds',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'debezium-json'
);
CREATE TABLE wards (ward STRING, n BIGINT) WITH ('connector' = 'print');
INSERT INTO wards SELECT ward, COUNT(*) FROM beds GROUP BY ward;
