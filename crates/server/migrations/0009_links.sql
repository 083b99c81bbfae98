-- Links to the site that were made short. A link has one row: its key is the beginning of its hash.
CREATE TABLE links (
    key TEXT PRIMARY KEY,
    link TEXT NOT NULL,
    created BIGINT NOT NULL
);
