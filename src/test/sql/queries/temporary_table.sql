-- expect: none
CREATE TEMPORARY TABLE random_numbers (n INT, `text` STRING) WITH (
  'connector' = 'datagen', 'rows-per-second' = '5', 'fields.n.min' = '1', 'fields.n.max' = '9'
);
CREATE TEMPORARY TABLE shown (n INT, t STRING) WITH ('connector' = 'print');
INSERT INTO shown SELECT n, UPPER(`text`) FROM random_numbers WHERE MOD(n, 2) = 0;
