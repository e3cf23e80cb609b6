-- expect: none
CREATE TABLE patients (
  id BIGINT,
  ward STRING,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'connector' = 'mysql-cdc',
  'hostname' = 'mysql',
  'port' = '3306',
  'username' = 'reader',
  'password' = 'not-a-secret',
  'database-name' = 'app',
  'table-name' = 'patients'
);
CREATE TABLE copies (
  id BIGINT,
  ward STRING,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:postgresql://pg:5432/app',
  'table-name' = 'patients_copy'
);
INSERT INTO copies SELECT id, ward FROM patients WHERE ward IS NOT NULL;
