-- expect: FT-SQ-118
CREATE TABLE parcels (
  parcel_id STRING,
  depot INT,
  moment AS PROCTIME()
) WITH (
  'connector' = 'kafka',
  'topic' = 'parcels',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE depots (
  id INT,
  town STRING,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:postgresql://pg:5432/app',
  'table-name' = 'depots'
);
CREATE TABLE routed (parcel_id STRING, town STRING) WITH ('connector' = 'print');
INSERT INTO routed
SELECT p.parcel_id, d.town
FROM parcels AS p
JOIN depots FOR SYSTEM_TIME AS OF p.moment AS d ON p.depot = d.id;
