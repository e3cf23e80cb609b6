-- expect: none
-- state is released at the end
SET 'execution.runtime-mode' = 'batch';
CREATE TABLE north (town STRING) WITH ('connector' = 'filesystem', 'path' = 'file:///n', 'format' = 'csv');
CREATE TABLE south (town STRING) WITH ('connector' = 'filesystem', 'path' = 'file:///s', 'format' = 'csv');
CREATE TABLE towns (town STRING) WITH ('connector' = 'print');
INSERT INTO towns SELECT town FROM north UNION SELECT DISTINCT town FROM south;
