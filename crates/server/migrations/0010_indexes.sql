-- The index of times and names begins with the same column.
DROP INDEX scores_by_time;
