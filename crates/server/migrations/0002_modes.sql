CREATE TABLE modes (hash TEXT PRIMARY KEY, code TEXT NOT NULL);
ALTER TABLE boards ADD COLUMN mode TEXT NOT NULL DEFAULT '';
ALTER TABLE scores ADD COLUMN checked_by TEXT NOT NULL DEFAULT '';
DROP INDEX scores_by_rank;
DROP INDEX scores_by_token;
CREATE INDEX scores_by_rank ON scores (board, hidden, score DESC, created, id, token);
CREATE INDEX scores_by_player ON scores (board, token, hidden, score DESC, created, id);
CREATE INDEX scores_by_token ON scores (token, created);
CREATE INDEX scores_by_seed ON scores (board, seed, score);
