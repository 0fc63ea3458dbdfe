-- The schema, for both engines.
--
-- Times are milliseconds since 1970-01-01T00:00:00Z. Columns named *_at on a resource are the platform's
-- time; those marked "wall" are the wall clock's. Amounts are smallest units.

-- -------- Machinery --------

-- Answers of keyed writes. expires_at is wall time; without it the key is kept for good.
CREATE TABLE idempotency (
    platform_id UUID NOT NULL,
    scope_hash BYTEA NOT NULL,
    key TEXT NOT NULL,
    request_hash BYTEA NOT NULL,
    status BIGINT NOT NULL,
    body BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    PRIMARY KEY (platform_id, scope_hash, key)
);
CREATE INDEX idempotency_expiry ON idempotency (platform_id, expires_at);

-- Delayed work. due_at is the platform's time; lease_until is the wall time of the database.
CREATE TABLE job (
    platform_id UUID NOT NULL,
    job_id UUID NOT NULL,
    kind TEXT NOT NULL,
    resource TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('WAITING', 'LEASED', 'FAILED')),
    due_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    lease_until BIGINT,
    last_error TEXT,
    payload JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, job_id)
);
CREATE INDEX job_due ON job (platform_id, due_at, job_id) WHERE state = 'WAITING';
-- Of one resource the job that is due first runs first, and no two run at once.
CREATE INDEX job_next_of_resource ON job (platform_id, resource, due_at, job_id) WHERE state = 'WAITING';
CREATE UNIQUE INDEX job_leased_resource ON job (platform_id, resource) WHERE state = 'LEASED';
CREATE INDEX job_lease ON job (lease_until) WHERE state = 'LEASED';
CREATE INDEX job_failed ON job (due_at, job_id) WHERE state = 'FAILED';

-- Events for platforms (conventions 11). seq is their order; due_at is the platform's time, lease_until the
-- database's. Only DUE ones are sent, by the sender that holds the lease.
CREATE TABLE outbox (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform_id UUID NOT NULL,
    webhook_id UUID NOT NULL,
    event_type TEXT NOT NULL,
    resource TEXT NOT NULL,
    body BYTEA NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('UNADDRESSED', 'DUE', 'DELIVERED', 'GIVEN_UP')),
    attempts BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    lease_until BIGINT,
    last_answer BIGINT,
    last_error TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX outbox_webhook ON outbox (platform_id, webhook_id);
CREATE INDEX outbox_due ON outbox (platform_id, due_at, seq) WHERE status = 'DUE';
-- First attempts for one resource are started in the order of its events.
CREATE INDEX outbox_first_attempt ON outbox (platform_id, resource, seq) WHERE status = 'DUE' AND attempts <= 1;
CREATE INDEX outbox_by_age ON outbox (platform_id, created_at, webhook_id);
CREATE INDEX outbox_given_up ON outbox (platform_id, due_at) WHERE status = 'GIVEN_UP';
-- Events whose delivery has ended, the longest unchanged first: the others stay, however old they are.
CREATE INDEX outbox_ended ON outbox (updated_at) WHERE status <> 'DUE';

-- Tells whether a commit happened whose answer was lost: a transaction writes its marker, or whoever asks
-- writes it as a fence and the transaction can never commit. at is wall time.
CREATE TABLE commit_marker (
    id UUID NOT NULL PRIMARY KEY,
    fenced BOOLEAN NOT NULL,
    at BIGINT NOT NULL
);

-- Settings of the deployment (scope 'DEPLOYMENT') or of one platform (scope: its UUID).
CREATE TABLE setting (
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    value JSONB NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (scope, name)
);

-- What operators did: who, when (wall time), what, why.
CREATE TABLE audit (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform_id UUID,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail JSONB NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX audit_platform ON audit (platform_id, seq);

-- What operators should look at. An open alert of the same kind and subject is not raised twice.
CREATE TABLE alert (
    alert_id UUID NOT NULL PRIMARY KEY,
    platform_id UUID,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    doc JSONB NOT NULL,
    raised_at BIGINT NOT NULL,
    closed_at BIGINT,
    closed_by TEXT
);
CREATE UNIQUE INDEX alert_open ON alert (kind, subject) WHERE closed_at IS NULL;

-- Keys, wrapped by the root key that is not in the database. A retired key still opens what it closed.
CREATE TABLE secret_key (
    key_id UUID NOT NULL PRIMARY KEY,
    platform_id UUID,
    purpose TEXT NOT NULL,
    wrapped BYTEA NOT NULL,
    doc JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    retired_at BIGINT
);
CREATE INDEX secret_key_purpose ON secret_key (purpose, platform_id);

-- -------- Platforms --------

-- A tenant. frozen_at and lead_millis are its clock: it stands at frozen_at, or runs lead_millis ahead.
CREATE TABLE platform (
    platform_id UUID NOT NULL PRIMARY KEY,
    environment TEXT NOT NULL CHECK (environment IN ('SANDBOX', 'PRODUCTION')),
    name TEXT NOT NULL,
    disabled BOOLEAN NOT NULL,
    frozen_at BIGINT,
    lead_millis BIGINT NOT NULL,
    uma_domain TEXT,
    proxy_uma_subdomain TEXT,
    webhook_endpoint TEXT,
    doc JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX platform_uma_domain ON platform (uma_domain);
CREATE UNIQUE INDEX platform_proxy_uma_subdomain ON platform (proxy_uma_subdomain);

CREATE TABLE token (
    platform_id UUID NOT NULL REFERENCES platform (platform_id),
    token_id UUID NOT NULL,
    client_id TEXT NOT NULL,
    secret_hash BYTEA NOT NULL,
    permissions TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT,
    PRIMARY KEY (platform_id, token_id)
);
CREATE UNIQUE INDEX token_client ON token (client_id);
CREATE INDEX token_by_age ON token (platform_id, created_at, token_id);

-- What may follow the @ in UMA addresses: domains of platforms, and labels under the service's own host name.
-- Who has had one keeps it for good, also when it uses another: no address may ever become somebody else's.
CREATE TABLE uma_name (
    platform_id UUID NOT NULL REFERENCES platform (platform_id),
    kind TEXT NOT NULL CHECK (kind IN ('DOMAIN', 'LABEL')),
    name TEXT NOT NULL,
    PRIMARY KEY (platform_id, kind, name)
);
CREATE UNIQUE INDEX uma_name_holder ON uma_name (kind, name);

-- -------- The double-entry ledger --------

-- The guarded balances of an internal account. seq counts its entries; only available can be below zero.
-- changed_at is the platform's time of the last entry, 0 before the first.
CREATE TABLE ledger_balance (
    platform_id UUID NOT NULL,
    account_id UUID NOT NULL,
    currency TEXT NOT NULL,
    available BIGINT NOT NULL,
    held BIGINT NOT NULL CHECK (held >= 0),
    unsettled BIGINT NOT NULL CHECK (unsettled >= 0),
    seq BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    -- Authenticates all of the row.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);
-- only: postgres
-- A lane locks the accounts of many closures before it knows their platforms.
CREATE UNIQUE INDEX ledger_balance_account ON ledger_balance (account_id);
-- end

-- One line of a posting; a credit is positive, a debit negative. account_id, seq and balance_after are of guarded accounts (AV, HO, UN) only;
-- overdraft: the debit was allowed to bring the balance below zero.
CREATE TABLE ledger_entry (
    platform_id UUID NOT NULL,
    journal_id UUID NOT NULL,
    line BIGINT NOT NULL,
    kind TEXT NOT NULL,
    code TEXT NOT NULL,
    account_id UUID,
    quote_id UUID,
    transaction_id UUID,
    currency TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount <> 0),
    seq BIGINT,
    balance_after BIGINT,
    overdraft BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (platform_id, journal_id, line),
    CHECK ((account_id IS NULL) = (seq IS NULL)),
    CHECK ((account_id IS NULL) = (balance_after IS NULL))
);
CREATE UNIQUE INDEX ledger_entry_account ON ledger_entry (platform_id, account_id, seq)
    WHERE account_id IS NOT NULL;
CREATE INDEX ledger_entry_quote ON ledger_entry (platform_id, quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX ledger_entry_transaction ON ledger_entry (platform_id, transaction_id)
    WHERE transaction_id IS NOT NULL;
-- Few entries stand in suspense, among all that there are.
CREATE INDEX ledger_entry_suspense ON ledger_entry (platform_id, transaction_id) WHERE code = 'SU';

-- Journals that wait to be sealed. mac authenticates a journal's entries and their number; one whose mac does not fit
-- is set aside.
CREATE TABLE ledger_unsealed (
    platform_id UUID NOT NULL,
    journal_id UUID NOT NULL,
    mac BYTEA NOT NULL,
    set_aside BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (platform_id, journal_id)
);

-- Sealed blocks. size and compact_range are the Merkle tree over all journals up to the end of the block.
CREATE TABLE ledger_block (
    platform_id UUID NOT NULL,
    number BIGINT NOT NULL,
    size BIGINT NOT NULL,
    compact_range BYTEA NOT NULL,
    entries BIGINT NOT NULL,
    sums JSONB NOT NULL,
    mac BYTEA NOT NULL,
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, number)
);

-- Which journal stands where in which block.
CREATE TABLE ledger_sealed (
    platform_id UUID NOT NULL,
    journal_id UUID NOT NULL,
    block BIGINT NOT NULL,
    position BIGINT NOT NULL,
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, journal_id)
);
CREATE UNIQUE INDEX ledger_sealed_block ON ledger_sealed (platform_id, block, position);

-- The balance of an accumulating account over all blocks up to this one.
CREATE TABLE ledger_checkpoint (
    platform_id UUID NOT NULL,
    code TEXT NOT NULL,
    currency TEXT NOT NULL,
    block BIGINT NOT NULL,
    balance BIGINT NOT NULL,
    PRIMARY KEY (platform_id, code, currency, block)
);
CREATE INDEX ledger_checkpoint_block ON ledger_checkpoint (platform_id, block);

-- What is booked stays as it is: corrections are postings of their own.
-- only: sqlite
CREATE TRIGGER ledger_entry_kept_u BEFORE UPDATE ON ledger_entry BEGIN
    SELECT RAISE(ABORT, 'ledger entries are never changed'); END;
CREATE TRIGGER ledger_entry_kept_d BEFORE DELETE ON ledger_entry BEGIN
    SELECT RAISE(ABORT, 'ledger entries are never changed'); END;
CREATE TRIGGER ledger_block_kept_u BEFORE UPDATE ON ledger_block BEGIN
    SELECT RAISE(ABORT, 'ledger blocks are never changed'); END;
CREATE TRIGGER ledger_block_kept_d BEFORE DELETE ON ledger_block BEGIN
    SELECT RAISE(ABORT, 'ledger blocks are never changed'); END;
CREATE TRIGGER ledger_sealed_kept_u BEFORE UPDATE ON ledger_sealed BEGIN
    SELECT RAISE(ABORT, 'ledger blocks are never changed'); END;
CREATE TRIGGER ledger_sealed_kept_d BEFORE DELETE ON ledger_sealed BEGIN
    SELECT RAISE(ABORT, 'ledger blocks are never changed'); END;
CREATE TRIGGER ledger_checkpoint_kept_u BEFORE UPDATE ON ledger_checkpoint BEGIN
    SELECT RAISE(ABORT, 'ledger checkpoints are never changed'); END;
CREATE TRIGGER ledger_checkpoint_kept_d BEFORE DELETE ON ledger_checkpoint BEGIN
    SELECT RAISE(ABORT, 'ledger checkpoints are never changed'); END;
-- end
-- only: postgres
CREATE FUNCTION ledger_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$;
CREATE TRIGGER ledger_entry_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
CREATE TRIGGER ledger_block_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_block
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
CREATE TRIGGER ledger_sealed_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_sealed
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
CREATE TRIGGER ledger_checkpoint_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
-- end

-- -------- Customers --------

CREATE TABLE customer (
    platform_id UUID NOT NULL,
    customer_id UUID NOT NULL,
    -- The platform's own identifier.
    platform_customer_id TEXT NOT NULL,
    customer_type TEXT NOT NULL,
    -- kycStatus of a person, kybStatus of a company.
    status TEXT NOT NULL,
    region TEXT NOT NULL,
    -- In the customer's order, each code between blanks so that LIKE finds one: ' USD USDC '.
    currencies TEXT NOT NULL,
    -- What stands between $ and @ of the UMA address; what follows is the platform's present domain.
    uma_local TEXT NOT NULL,
    is_deleted BOOLEAN NOT NULL,
    doc JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, customer_id)
);

-- The platform's identifier of a deleted customer may be used again.
CREATE UNIQUE INDEX customer_own_id ON customer (platform_id, platform_customer_id) WHERE NOT is_deleted;
CREATE INDEX customer_by_age ON customer (platform_id, created_at, customer_id);
-- Deleted customers are found too: their payments carry the identifier.
CREATE INDEX customer_by_own_id ON customer (platform_id, platform_customer_id);

-- Who ever held a UMA address. Rows are never changed or deleted: no address passes to somebody else.
CREATE TABLE uma_address (
    platform_id UUID NOT NULL,
    local_part TEXT NOT NULL,
    customer_id UUID NOT NULL,
    PRIMARY KEY (platform_id, local_part)
);

-- Every consent that was ever recorded; the customer's document holds the latest.
CREATE TABLE terms_consent (
    platform_id UUID NOT NULL,
    customer_id UUID NOT NULL,
    consent_id UUID NOT NULL,
    doc JSONB NOT NULL,
    recorded_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, customer_id, consent_id)
);

-- The published versions of the terms for end users: 1 is V1. published_at is wall time.
CREATE TABLE end_user_terms (
    version BIGINT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    published_at BIGINT NOT NULL
);

-- The first version exists from the start; the operator publishes the real ones.
INSERT INTO end_user_terms (version, url, published_at) VALUES (1, 'https://example.com/end-user-terms/v1', 0);

-- -------- Accounts --------

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

-- Bank accounts, mobile-money accounts and wallets outside the service.
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
    -- Whether payments to its customer's UMA address go to it: at most one live account of each customer.
    is_default_deposit BOOLEAN NOT NULL,
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
CREATE UNIQUE INDEX external_account_default_deposit
    ON external_account (platform_id, owner_id) WHERE is_default_deposit AND NOT is_deleted;

-- -------- Rates, quotes and payments --------

-- The operator's exchange rates, for production platforms without a rate adapter. updated_at is wall time.
CREATE TABLE operator_rate (
    sending TEXT NOT NULL,
    receiving TEXT NOT NULL,
    -- A plain decimal: receiving major units per sending major unit.
    rate TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (sending, receiving)
);

-- What a platform has sent through a corridor on one day (UTC), in smallest units of the sending currency; only for
-- corridors with a limit.
CREATE TABLE corridor_volume (
    platform_id UUID NOT NULL,
    corridor    TEXT NOT NULL,
    day         BIGINT NOT NULL,
    volume      BIGINT NOT NULL,
    PRIMARY KEY (platform_id, corridor)
);

-- Priced offers to move money. What is paid to whom stands in the payment; they are locked and change together.
CREATE TABLE quote (
    platform_id    UUID NOT NULL,
    quote_id       UUID NOT NULL,
    transaction_id UUID NOT NULL,
    status         TEXT NOT NULL,
    expires_at     BIGINT NOT NULL,
    -- Written once.
    terms          JSONB NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    PRIMARY KEY (platform_id, quote_id)
);

-- Movements of money, whatever started them.
CREATE TABLE payment (
    platform_id            UUID NOT NULL,
    transaction_id         UUID NOT NULL,
    type                   TEXT NOT NULL,
    status                 TEXT NOT NULL,
    -- On whose behalf; the platform's own id when it pays for itself.
    customer_id            UUID NOT NULL,
    platform_customer_id   TEXT NOT NULL,
    -- The customer whose external account a platform's own payment goes to; found by its id as well.
    recipient_customer_id  UUID,
    quote_id               UUID,
    -- Account ids and UMA addresses in their public spelling.
    source_identifier      TEXT,
    destination_identifier TEXT,
    reference              TEXT,
    refund_reference       TEXT,
    -- What it is, written once; and what has become of it.
    terms                  JSONB NOT NULL,
    state                  JSONB NOT NULL,
    created_at             BIGINT NOT NULL,
    updated_at             BIGINT NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);

CREATE INDEX payment_by_age ON payment (platform_id, created_at, transaction_id);
CREATE INDEX payment_by_customer ON payment (platform_id, customer_id, created_at, transaction_id);
-- Every filter of the list of transactions that leaves few of them has its way in the order of the list. What most
-- payments do not have is not in the index.
CREATE INDEX payment_by_recipient ON payment (platform_id, recipient_customer_id, created_at, transaction_id)
    WHERE recipient_customer_id IS NOT NULL;
CREATE INDEX payment_by_source ON payment (platform_id, source_identifier, created_at, transaction_id)
    WHERE source_identifier IS NOT NULL;
CREATE INDEX payment_by_destination ON payment (platform_id, destination_identifier, created_at, transaction_id)
    WHERE destination_identifier IS NOT NULL;
CREATE INDEX payment_by_reference ON payment (platform_id, reference, created_at, transaction_id)
    WHERE reference IS NOT NULL;
CREATE INDEX payment_by_refund ON payment (platform_id, refund_reference, created_at, transaction_id)
    WHERE refund_reference IS NOT NULL;
-- The only one that an execution changes.
CREATE INDEX payment_by_status ON payment (platform_id, status, created_at, transaction_id);
-- Payments whose money is on its way back, final or not.
CREATE INDEX payment_refunding ON payment (platform_id)
    WHERE COALESCE(refund_reference, '') <> '' AND state -> 'refund' ->> 'status' = 'PENDING';
-- Most payments go out; those that come in are listed without a walk through all others. Making the many costs nothing.
CREATE INDEX payment_by_type ON payment (platform_id, type, created_at, transaction_id) WHERE type <> 'OUTGOING';

-- What decides where money goes is written once.
-- only: sqlite
CREATE TRIGGER payment_terms_kept BEFORE UPDATE OF customer_id, quote_id, source_identifier, destination_identifier,
    reference, terms ON payment BEGIN SELECT RAISE(ABORT, 'the terms of payments are never changed'); END;
CREATE TRIGGER quote_terms_kept BEFORE UPDATE OF transaction_id, terms ON quote BEGIN
    SELECT RAISE(ABORT, 'the terms of quotes are never changed'); END;
-- end
-- only: postgres
CREATE FUNCTION terms_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the terms of %s are never changed', TG_TABLE_NAME;
END $$;
CREATE TRIGGER payment_terms_kept BEFORE UPDATE OF customer_id, quote_id, source_identifier, destination_identifier,
    reference, terms ON payment FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER quote_terms_kept BEFORE UPDATE OF transaction_id, terms ON quote
    FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
-- end

-- -------- The simulated outside world --------

-- What the simulated payout rail has accepted, how often it was told to pay (never, where it was asked for the
-- money of a payout that it had not seen), and when it gave the money free. It stands apart from the service's own
-- tables, because a real partner would keep it elsewhere.
CREATE TABLE sandbox_payout (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    accepted_at    BIGINT NOT NULL,
    submissions    BIGINT NOT NULL,
    released_at    BIGINT,
    PRIMARY KEY (platform_id, transaction_id)
);

-- The same of the simulated debit rail.
CREATE TABLE sandbox_debit (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    accepted_at    BIGINT NOT NULL,
    submissions    BIGINT NOT NULL,
    released_at    BIGINT,
    PRIMARY KEY (platform_id, transaction_id)
);
