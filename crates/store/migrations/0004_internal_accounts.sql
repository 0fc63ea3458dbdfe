-- Accounts that the service holds. Their balances stand in ledger_balance; no column here is money.
CREATE TABLE internal_account (
    platform_id UUID NOT NULL,
    account_id UUID NOT NULL,
    -- Absent: the account belongs to the platform itself.
    customer_id UUID,
    -- The customer, or the platform's own id.
    owner_id UUID NOT NULL,
    currency TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    -- 0 for the account that comes by itself; an operator may add further ones.
    ordinal BIGINT NOT NULL,
    doc JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);

-- An owner never gets two automatic accounts in one currency, whoever provisions at the same time.
CREATE UNIQUE INDEX internal_account_once
    ON internal_account (platform_id, owner_id, currency, ordinal)
    WHERE status <> 'CLOSED';

-- Lists run through the accounts of a platform, or of one customer, in order of creation.
CREATE INDEX internal_account_by_age ON internal_account (platform_id, created_at, account_id);
CREATE INDEX internal_account_by_owner ON internal_account (platform_id, customer_id, created_at, account_id);

-- What payers name to reach an account: account numbers, addresses and references. They belong to the outside
-- world, which knows no platforms, so each exists once in the deployment; they stay when the account is closed.
CREATE TABLE funding_identifier (
    platform_id UUID NOT NULL,
    account_id UUID NOT NULL,
    identifier TEXT NOT NULL,
    PRIMARY KEY (platform_id, account_id, identifier)
);
CREATE UNIQUE INDEX funding_identifier_once ON funding_identifier (identifier);
