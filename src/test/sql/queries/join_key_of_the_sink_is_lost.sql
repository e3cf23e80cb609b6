-- expect 1.20: FT-SQ-104, FT-SQ-110
-- expect 2.3: FT-SQ-130
-- a car that changes its driver goes to another subtask of the join: its changes may overtake each other
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
CREATE TABLE cars (
  car_id BIGINT,
  driver_id BIGINT,
  brand STRING,
  PRIMARY KEY (car_id) NOT ENFORCED
) WITH (
  'connector' = 'mysql-cdc',
  'hostname' = 'mysql',
  'port' = '3306',
  'username' = 'reader',
  'password' = 'not-a-secret',
  'database-name' = 'app',
  'table-name' = 'cars'
);
CREATE TABLE fleet (
  car_id BIGINT,
  brand STRING,
  driver STRING,
  PRIMARY KEY (car_id) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'fleet',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
INSERT INTO fleet
SELECT c.car_id, c.brand, d.name
FROM cars AS c
JOIN drivers AS d ON c.driver_id = d.driver_id;
