-- expect: FT-SQ-104
CREATE TABLE staff (
  id INT,
  name STRING,
  boss INT,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'connector' = 'mysql-cdc',
  'hostname' = 'mysql',
  'port' = '3306',
  'username' = 'reader',
  'password' = 'not-a-secret',
  'database-name' = 'app',
  'table-name' = 'staff'
);
CREATE TABLE chart (id INT, name STRING, boss STRING) WITH ('connector' = 'print');
INSERT INTO chart
SELECT worker.id, worker.name, manager.name
FROM staff AS worker
JOIN staff AS manager ON worker.boss = manager.id;
