-- expect: FT-SQ-104
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
CREATE TABLE fleet (car_id BIGINT, brand STRING, driver STRING) WITH ('connector' = 'print');
INSERT INTO fleet
SELECT c.car_id, c.brand, COALESCE(d.name, 'nobody')
FROM cars AS c
LEFT JOIN drivers AS d ON c.driver_id = d.driver_id;
