-- expands
--
-- Schema of both engines, PostgreSQL and SQLite: what 0.2.0 adds to that of 0.1.0. Servers of 0.1.0 go on working on the
-- database. So a new column allows NULL or has a default, and nothing is required of a new table.

-- -------- Keys that sign webhooks, in stages --------

-- The planned end of a key that signs webhooks. A key without a row here has no planned end, or is one of 0.1.0, which
-- replaces keys at once: then retired_at of secret_key is its end. All times are wall time.
CREATE TABLE webhook_key_end (
    platform_id     UUID NOT NULL,
    -- The row of secret_key.
    key_id          UUID NOT NULL,
    -- From this time on, the next key signs. It is also retired_at of secret_key, which 0.1.0 reads.
    signs_until     BIGINT NOT NULL,
    -- From this time on, the key is not among the published ones.
    published_until BIGINT NOT NULL,
    -- Covers all columns.
    mac             BYTEA NOT NULL,
    PRIMARY KEY (platform_id, key_id)
);
