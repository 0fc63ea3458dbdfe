-- Bank accounts, mobile-money accounts and wallets elsewhere.
CREATE TABLE external_account (
    platform_id  UUID NOT NULL,
    account_id   UUID NOT NULL,
    -- Absent: the account belongs to the platform itself.
    customer_id  UUID,
    -- The customer, or the platform's own id.
    owner_id     UUID NOT NULL,
    currency     TEXT NOT NULL,
    account_type TEXT NOT NULL,
    status       TEXT NOT NULL,
    -- Currency, type and primary identifiers, normalised: one live account of each per owner.
    fingerprint  TEXT NOT NULL,
    is_deleted   BOOLEAN NOT NULL,
    doc          JSONB NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);

CREATE UNIQUE INDEX external_account_fingerprint
    ON external_account (platform_id, owner_id, fingerprint) WHERE NOT is_deleted;
CREATE INDEX external_account_by_owner
    ON external_account (platform_id, customer_id, created_at, account_id);
CREATE INDEX external_account_by_age ON external_account (platform_id, created_at, account_id);
