CREATE TABLE endings (
    game TEXT PRIMARY KEY REFERENCES scores (id) ON DELETE CASCADE,
    board TEXT NOT NULL,
    picture BYTEA NOT NULL
);
