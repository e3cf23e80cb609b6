-- expect 1.20: FT-SQ-110
-- expect 2.3: FT-SQ-130
CREATE TABLE members (
  id BIGINT,
  email STRING,
  name STRING,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'connector' = 'mysql-cdc',
  'hostname' = 'mysql',
  'port' = '3306',
  'username' = 'reader',
  'password' = 'not-a-secret',
  'database-name' = 'app',
  'table-name' = 'members'
);
CREATE TABLE by_email (
  email STRING,
  name STRING,
  PRIMARY KEY (email) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'by-email',
  'properties.bootstrap.servers' = 'broker:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);
INSERT INTO by_email SELECT email, name FROM members;
