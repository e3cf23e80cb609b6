-- expect: none
CREATE TABLE colours (code INT, name STRING) WITH ('connector' = 'print');
INSERT INTO colours VALUES (1, 'red'), (2, 'green'), (3, 'blue');
