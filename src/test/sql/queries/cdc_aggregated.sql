-- expect: none
CREATE TABLE beds (
  id BIGINT,
  ward STRING,
  taken BOOLEAN,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'connector' = 'kafka',
  'topic' = 'beds',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'maxwell-json'
);
CREATE TABLE free_beds (
  ward STRING,
  n BIGINT,
  PRIMARY KEY (ward) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'free-beds',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
INSERT INTO free_beds
SELECT ward, COUNT(*) FROM beds WHERE NOT taken GROUP BY ward;
