-- expect: none
SET 'table.exec.state.ttl' = '2 d';
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
CREATE TABLE licences (
  driver_id BIGINT,
  class STRING,
  PRIMARY KEY (driver_id) NOT ENFORCED
) WITH (
  'connector' = 'mysql-cdc',
  'hostname' = 'mysql',
  'port' = '3306',
  'username' = 'reader',
  'password' = 'not-a-secret',
  'database-name' = 'app',
  'table-name' = 'licences'
);
CREATE TABLE fleet (car_id BIGINT, driver STRING, class STRING) WITH ('connector' = 'print');
INSERT INTO fleet
SELECT c.car_id, d.name, l.class
FROM cars AS c
JOIN drivers AS d ON c.driver_id = d.driver_id
LEFT JOIN licences AS l ON d.driver_id = l.driver_id;
