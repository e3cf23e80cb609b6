-- expect: none
SET 'execution.runtime-mode' = 'batch';
CREATE TABLE books (isbn STRING, author INT, pages INT) WITH (
  'connector' = 'filesystem', 'path' = 'file:///data/books', 'format' = 'csv'
);
CREATE TABLE authors (id INT, name STRING) WITH (
  'connector' = 'filesystem', 'path' = 'file:///data/authors', 'format' = 'csv'
);
CREATE TABLE stats (name STRING, pages BIGINT) WITH ('connector' = 'print');
INSERT INTO stats
SELECT a.name, SUM(b.pages)
FROM books AS b
JOIN authors AS a ON b.author = a.id
GROUP BY a.name
ORDER BY 2 DESC;
