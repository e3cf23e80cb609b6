-- expect: none
-- a bid can be taken back, so MAX keeps all values: a note
CREATE TABLE bids (
  id BIGINT,
  item STRING,
  cents BIGINT,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'connector' = 'kafka',
  'topic' = 'bids',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'ogg-json'
);
CREATE TABLE highest (item STRING, cents BIGINT) WITH ('connector' = 'print');
INSERT INTO highest
SELECT item, MAX(cents) FROM bids GROUP BY item;
