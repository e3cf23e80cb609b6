-- expect: none
-- rows that the cache has do not wait
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
  'lookup.cache' = 'PARTIAL',
  'lookup.partial-cache.max-rows' = '5000',
  'lookup.partial-cache.expire-after-write' = '10 min',
  'table-name' = 'depots'
);
CREATE TABLE routed (parcel_id STRING, town STRING) WITH ('connector' = 'print');
INSERT INTO routed
SELECT p.parcel_id, d.town
FROM parcels AS p
LEFT JOIN depots FOR SYSTEM_TIME AS OF p.moment AS d ON p.depot = d.id;
