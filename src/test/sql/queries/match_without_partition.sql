-- expect: FT-SQ-120
CREATE TABLE ovens (
  oven STRING,
  degrees INT,
  moment TIMESTAMP(3),
  WATERMARK FOR moment AS moment - INTERVAL '2' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'ovens',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE pairs (first_oven STRING, second_oven STRING) WITH ('connector' = 'print');
INSERT INTO pairs
SELECT first_oven, second_oven
FROM ovens
MATCH_RECOGNIZE (
  ORDER BY moment
  MEASURES A.oven AS first_oven, B.oven AS second_oven
  PATTERN (A B) WITHIN INTERVAL '5' SECOND
  DEFINE A AS A.degrees > 300, B AS B.degrees > 300
);
