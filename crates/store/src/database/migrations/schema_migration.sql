CREATE TABLE IF NOT EXISTS schema_migration (
    number BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    -- SHA-256 of the migration's text.
    checksum BYTEA NOT NULL,
    -- TRUE if the program of the migration before can work on the database.
    is_compatible BOOLEAN NOT NULL,
    -- Version of the program that applied it.
    program TEXT NOT NULL,
    applied_at BIGINT NOT NULL
);
