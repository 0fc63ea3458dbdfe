-- expands
--
-- Schema of both engines, PostgreSQL and SQLite: what 0.2.0 adds to that of 0.1.0. Servers of 0.1.0 go on working on the
-- database. So a new column allows NULL or has a default, and nothing is required of a new table.

-- -------- Leases --------

-- The process that has the lease of a job. It counts while holder_until is lease_until: a process of version 0.1.0, and
-- the delay of a retry, change lease_until alone.
ALTER TABLE job ADD COLUMN lease_holder UUID;
ALTER TABLE job ADD COLUMN holder_until BIGINT;
-- The same for a delivery.
ALTER TABLE delivery ADD COLUMN lease_holder UUID;
ALTER TABLE delivery ADD COLUMN holder_until BIGINT;
-- The same for a notice.
ALTER TABLE alert_notice ADD COLUMN lease_holder UUID;
ALTER TABLE alert_notice ADD COLUMN holder_until BIGINT;
-- The last beat of a process, in database time. NULL if it is of version 0.1.0, or has its database to itself.
ALTER TABLE process ADD COLUMN beat_at BIGINT;
-- Database time at which another process had taken over all its leases; NULL again with its next beat.
ALTER TABLE process ADD COLUMN lost_at BIGINT;

-- -------- Keys that sign webhooks, in stages --------

-- The planned end of a key that signs webhooks. A key without a row here has no planned end, or is one of 0.1.0, which
-- replaces keys at once: then retired_at of secret_key is its end. All times are wall time.
CREATE TABLE webhook_key_end (
    platform_id UUID NOT NULL,
    -- The row of secret_key.
    key_id UUID NOT NULL,
    -- From this time on, the next key signs. It is also retired_at of secret_key, which 0.1.0 reads.
    signs_until BIGINT NOT NULL,
    -- From this time on, the key is not among the published ones.
    published_until BIGINT NOT NULL,
    -- Covers all columns.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, key_id)
);
