ALTER TABLE scores ADD COLUMN looks TEXT NOT NULL DEFAULT '';
ALTER TABLE scores ADD COLUMN reads TEXT NOT NULL DEFAULT '';
ALTER TABLE scores ADD COLUMN request TEXT NOT NULL DEFAULT '';
CREATE INDEX scores_by_looks ON scores (looks, token) WHERE hidden = 0;
CREATE INDEX scores_by_reads ON scores (reads, token) WHERE hidden = 0;
CREATE INDEX scores_by_request ON scores (request) WHERE request <> '';
