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
CREATE TABLE drivers_and_cars (car_id BIGINT, driver STRING, brand STRING) WITH ('connector' = 'print');
INSERT INTO drivers_and_cars
SELECT c.car_id, d.name, c.brand
FROM cars AS c
RIGHT JOIN drivers AS d ON c.driver_id = d.driver_id;
