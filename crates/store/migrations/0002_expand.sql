-- Schema of both engines, PostgreSQL and SQLite: what versions after 0.1.0 add. Only tables, indexes and columns that
-- 0.1.0 does not have to know are added, because its processes may run on the same database.

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
