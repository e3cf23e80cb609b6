-- expect: none
-- the rows must follow each other: after three of them it is decided
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
CREATE TABLE jumps (oven STRING, low INT, high INT) WITH ('connector' = 'print');
INSERT INTO jumps
SELECT oven, low, high
FROM ovens
MATCH_RECOGNIZE (
  PARTITION BY oven
  ORDER BY moment
  MEASURES A.degrees AS low, C.degrees AS high
  PATTERN (A B C)
  DEFINE
    B AS B.degrees > A.degrees + 20,
    C AS C.degrees > B.degrees + 20
);
