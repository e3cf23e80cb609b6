-- expect: none
CREATE DATABASE IF NOT EXISTS airport;
USE airport;
CREATE TABLE flights (flight STRING, gate STRING) WITH (
  'connector' = 'kafka',
  'topic' = 'flights',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE default_catalog.airport.late_flights (flight STRING) WITH ('connector' = 'print');
INSERT INTO late_flights SELECT flight FROM airport.flights WHERE gate IS NULL;
