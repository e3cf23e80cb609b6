-- expect: none
CREATE TABLE bookings (
  id BIGINT,
  hotel STRING,
  nights INT,
  booked_at TIMESTAMP(3),
  WATERMARK FOR booked_at AS booked_at - INTERVAL '5' MINUTE,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'connector' = 'mysql-cdc',
  'hostname' = 'mysql',
  'port' = '3306',
  'username' = 'reader',
  'password' = 'not-a-secret',
  'database-name' = 'app',
  'table-name' = 'bookings'
);
CREATE TABLE daily (hotel STRING, day_start TIMESTAMP(3), nights BIGINT) WITH ('connector' = 'print');
INSERT INTO daily
SELECT hotel, window_start, SUM(nights)
FROM TABLE(TUMBLE(TABLE bookings, DESCRIPTOR(booked_at), INTERVAL '1' DAY))
GROUP BY hotel, window_start, window_end;
