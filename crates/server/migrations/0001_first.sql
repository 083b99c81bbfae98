CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE boards (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    source TEXT NOT NULL
);
CREATE TABLE scores (
    id TEXT PRIMARY KEY,
    board TEXT NOT NULL REFERENCES boards (id),
    hash TEXT NOT NULL UNIQUE,
    seed TEXT NOT NULL,
    moves TEXT NOT NULL,
    length BIGINT NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    name TEXT NOT NULL,
    token TEXT NOT NULL,
    created BIGINT NOT NULL,
    hidden BIGINT NOT NULL,
    verified_by TEXT NOT NULL
);
CREATE INDEX scores_by_rank ON scores (board, hidden, score DESC, length, created, id);
CREATE INDEX scores_by_token ON scores (token, board);
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    board TEXT NOT NULL REFERENCES boards (id),
    seed TEXT NOT NULL,
    expires BIGINT NOT NULL,
    used BIGINT NOT NULL
);
CREATE TABLE blocked (pattern TEXT PRIMARY KEY);
CREATE TABLE audit (at BIGINT NOT NULL, what TEXT NOT NULL);
