-- expect: none
CREATE TABLE surveys (survey_id STRING, answers MAP<STRING, STRING>) WITH (
  'connector' = 'kafka',
  'topic' = 'surveys',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);
CREATE TABLE answers (survey_id STRING, question STRING, answer STRING) WITH ('connector' = 'print');
INSERT INTO answers
SELECT s.survey_id, a.question, a.answer
FROM surveys AS s
LEFT JOIN UNNEST(s.answers) AS a (question, answer) ON TRUE;
