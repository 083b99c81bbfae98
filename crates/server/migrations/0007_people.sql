CREATE TABLE players (
    token TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    fixed BIGINT NOT NULL,
    banned BIGINT NOT NULL,
    reason TEXT NOT NULL,
    name_reason TEXT NOT NULL,
    recovery TEXT NOT NULL,
    revoked BIGINT NOT NULL,
    created BIGINT NOT NULL
);
CREATE UNIQUE INDEX players_by_recovery ON players (recovery) WHERE recovery <> '';
INSERT INTO players (token, id, name, fixed, banned, reason, name_reason, recovery, revoked, created)
    SELECT s.token, MIN(s.id), MIN(s.name), 0, 0, '', '', '', 0, MIN(s.created)
    FROM scores s WHERE s.token <> '' GROUP BY s.token;
UPDATE players SET name = (SELECT s.name FROM scores s WHERE s.token = players.token
    ORDER BY s.created DESC, s.id LIMIT 1);
CREATE TABLE tokens (token TEXT PRIMARY KEY, player TEXT NOT NULL REFERENCES players (token),
    revoked BIGINT NOT NULL);
CREATE INDEX tokens_by_player ON tokens (player);
ALTER TABLE scores ADD COLUMN origin TEXT NOT NULL DEFAULT '';
ALTER TABLE scores ADD COLUMN head TEXT NOT NULL DEFAULT '';
ALTER TABLE scores ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE scores ADD COLUMN program TEXT NOT NULL DEFAULT '';
ALTER TABLE scores ADD COLUMN pace TEXT NOT NULL DEFAULT '';
WITH RECURSIVE chain (id, origin) AS (
    SELECT s.id, s.follows FROM scores s LEFT JOIN scores f ON f.id = s.follows
        WHERE s.follows <> '' AND COALESCE(f.follows, '') = ''
    UNION SELECT s.id, c.origin FROM chain c JOIN scores s ON s.follows = c.id AND s.follows <> '')
    UPDATE scores SET origin = chain.origin FROM chain WHERE chain.id = scores.id;
CREATE INDEX scores_by_head ON scores (seed, head, created) WHERE head <> '';
CREATE INDEX scores_by_hidden ON scores (seed, head) WHERE hidden <> 0;
CREATE INDEX scores_by_recency ON scores (created, id);
ALTER TABLE audit ADD COLUMN who TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN number BIGINT NOT NULL DEFAULT 0;
CREATE TABLE hidden_boards (board TEXT PRIMARY KEY REFERENCES boards (id), reason TEXT NOT NULL);
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    score TEXT NOT NULL,
    kind TEXT NOT NULL,
    words TEXT NOT NULL,
    reporter TEXT NOT NULL,
    at BIGINT NOT NULL,
    closed BIGINT NOT NULL
);
CREATE INDEX reports_by_state ON reports (closed, at);
CREATE UNIQUE INDEX reports_by_sender ON reports (score, reporter) WHERE closed = 0;
ALTER TABLE sessions ADD COLUMN started BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN moves TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN length BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN checkpoints BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN longest BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN undone BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN fault TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN place BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN spent BIGINT NOT NULL DEFAULT 0;
