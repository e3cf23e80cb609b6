-- expect: FT-SQ-103
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
CREATE TABLE drivers (
  driver_id BIGINT,
  name STRING,
  home_city STRING,
  PRIMARY KEY (driver_id) NOT ENFORCED
) WITH (
  'connector' = 'mysql-cdc',
  'hostname' = 'mysql',
  'port' = '3306',
  'username' = 'reader',
  'password' = 'not-a-secret',
  'database-name' = 'app',
  'table-name' = 'drivers'
);
CREATE TABLE named_rides (ride_id BIGINT, name STRING) WITH ('connector' = 'print');
INSERT INTO named_rides
SELECT r.ride_id, d.name
FROM rides AS r
JOIN drivers AS d ON r.driver_id = d.driver_id;
