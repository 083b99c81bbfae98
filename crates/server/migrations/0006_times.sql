CREATE INDEX sessions_by_expires ON sessions (expires);
CREATE INDEX scores_by_time ON scores (created);
