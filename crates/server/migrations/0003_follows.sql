ALTER TABLE scores ADD COLUMN follows TEXT NOT NULL DEFAULT '';
CREATE INDEX scores_by_original ON scores (follows) WHERE follows <> '';
