-- expect: FT-SQ-107
CREATE TABLE rides (
  ride_id BIGINT,
  driver_id BIGINT,
  city STRING,
  fare DECIMAL(8, 2),
  started_at TIMESTAMP(3),
  WATERMARK FOR started_at AS started_at - INTERVAL '10' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'rides',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE city_fees (
  city STRING,
  fee DECIMAL(8, 2),
  since TIMESTAMP(3),
  WATERMARK FOR since AS since - INTERVAL '1' MINUTE
) WITH (
  'connector' = 'kafka',
  'topic' = 'fees',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE VIEW current_fees AS
SELECT city, fee, since
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY city ORDER BY since DESC) AS n FROM city_fees
)
WHERE n = 1;
CREATE TABLE charged (ride_id BIGINT, total DECIMAL(9, 2)) WITH ('connector' = 'print');
INSERT INTO charged
SELECT r.ride_id, r.fare + f.fee
FROM rides AS r
JOIN current_fees FOR SYSTEM_TIME AS OF r.started_at AS f ON r.city = f.city;
