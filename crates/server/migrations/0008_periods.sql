-- The games of a board within a time, with all by which they are ranked.
CREATE INDEX scores_by_period ON scores (board, hidden, created, score, id, token);
