-- The schema, for both engines.
--
-- Times are milliseconds since 1970-01-01T00:00:00Z. Columns named *_at on a resource are the platform's
-- time; those marked "wall" are the wall clock's. Amounts are smallest units. Documents that are authenticated
-- are JSON, which keeps how they are spelled; all others JSONB.

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
    -- The wall time at which due_at was said.
    scheduled_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, job_id)
);
CREATE INDEX job_due ON job (platform_id, due_at, job_id) WHERE state = 'WAITING';
-- Of one resource the job that is due first runs first, and no two run at once.
CREATE INDEX job_next_of_resource ON job (platform_id, resource, due_at, job_id) WHERE state = 'WAITING';
CREATE UNIQUE INDEX job_leased_resource ON job (platform_id, resource) WHERE state = 'LEASED';
CREATE INDEX job_lease ON job (lease_until) WHERE state = 'LEASED';
CREATE INDEX job_failed ON job (due_at, job_id) WHERE state = 'FAILED';

-- Events for platforms (conventions 11). seq is their order; due_at is the platform's time, lease_until the
-- database's, updated_at wall time. Only DUE ones are sent, by the sender that holds the lease.
CREATE TABLE outbox (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform_id UUID NOT NULL,
    webhook_id UUID NOT NULL,
    event_type TEXT NOT NULL,
    resource TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('UNADDRESSED', 'DUE', 'DELIVERED', 'GIVEN_UP')),
    attempts BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    lease_until BIGINT,
    last_answer BIGINT,
    last_error TEXT,
    -- Asks the platform for a decision: it is never sent twice.
    is_sent_once BOOLEAN NOT NULL,
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

-- The bodies of events, as every attempt sends them: written once, and deleted with their row in outbox.
CREATE TABLE outbox_body (
    platform_id UUID NOT NULL,
    webhook_id UUID NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (platform_id, webhook_id)
);

-- Says whether a commit happened whose answer was lost: a transaction writes its marker, or whoever asks
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

-- Another one with each change of a setting of the deployment; no row until then.
CREATE TABLE deployment_version (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    version UUID NOT NULL
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

-- How far the verification has come that the service runs by itself: one row. A process that holds it goes on with it; code
-- authenticates doc.
CREATE TABLE verification_state (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    holder UUID NOT NULL,
    held_until BIGINT NOT NULL,
    doc TEXT NOT NULL,
    code BYTEA NOT NULL
);

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
    doc JSON NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- Another one with each change of the row but for its clock, of the platform's settings and of its keys.
    config_version UUID NOT NULL,
    -- Authenticates all but the clock, updated_at and config_version: written anew with each change.
    mac BYTEA NOT NULL
);
CREATE UNIQUE INDEX platform_uma_domain ON platform (uma_domain);
CREATE UNIQUE INDEX platform_proxy_uma_subdomain ON platform (proxy_uma_subdomain);

CREATE TABLE token (
    platform_id UUID NOT NULL REFERENCES platform (platform_id),
    token_id UUID NOT NULL,
    client_id TEXT NOT NULL,
    -- Authenticates platform, token_id, client_id and permissions too; empty once the token is deleted.
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
-- updated_at is that of the account: it rises with each entry, and with each other change of the account.
CREATE TABLE ledger_balance (
    platform_id UUID NOT NULL,
    account_id UUID NOT NULL,
    currency TEXT NOT NULL,
    available BIGINT NOT NULL,
    held BIGINT NOT NULL CHECK (held >= 0),
    unsettled BIGINT NOT NULL CHECK (unsettled >= 0),
    seq BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
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

-- The people behind companies.
CREATE TABLE beneficial_owner (
    platform_id UUID NOT NULL,
    owner_id    UUID NOT NULL,
    customer_id UUID NOT NULL,
    -- kycStatus of the person.
    status      TEXT NOT NULL,
    doc         JSONB NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    PRIMARY KEY (platform_id, owner_id)
);
CREATE INDEX beneficial_owner_by_customer
    ON beneficial_owner (platform_id, customer_id, created_at, owner_id);

-- Attempts to verify customers; of each customer at most one is open.
CREATE TABLE verification (
    platform_id     UUID NOT NULL,
    verification_id UUID NOT NULL,
    customer_id     UUID NOT NULL,
    status          TEXT NOT NULL,
    is_open         BOOLEAN NOT NULL,
    doc             JSONB NOT NULL,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    PRIMARY KEY (platform_id, verification_id)
);
CREATE UNIQUE INDEX verification_open ON verification (platform_id, customer_id) WHERE is_open;
CREATE INDEX verification_by_age ON verification (platform_id, created_at, verification_id);
CREATE INDEX verification_by_status ON verification (platform_id, status, created_at, verification_id);
CREATE INDEX verification_by_customer
    ON verification (platform_id, customer_id, created_at, verification_id);

-- What was sent last through a contact channel of a customer. code_hash is a keyed hash; absent: no code is
-- outstanding. doc says when codes were sent lately.
CREATE TABLE contact_code (
    platform_id    UUID NOT NULL,
    customer_id    UUID NOT NULL,
    channel        TEXT NOT NULL CHECK (channel IN ('EMAIL', 'PHONE')),
    code_hash      BYTEA,
    wrong_attempts BIGINT NOT NULL,
    expires_at     BIGINT NOT NULL,
    doc            JSONB NOT NULL,
    PRIMARY KEY (platform_id, customer_id, channel)
);

-- Links to the hosted page of a verification. Who has the code has the page: only its SHA-256 is here.
CREATE TABLE kyc_link (
    platform_id UUID NOT NULL,
    code_hash   BYTEA NOT NULL,
    customer_id UUID NOT NULL,
    expires_at  BIGINT NOT NULL,
    -- Absent: the page was not finished.
    used_at     BIGINT,
    doc         JSONB NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (platform_id, code_hash)
);
-- Who opens a page has no credentials: the code alone finds the link.
CREATE UNIQUE INDEX kyc_link_code ON kyc_link (code_hash);
CREATE INDEX kyc_link_expiry ON kyc_link (expires_at);

-- The published versions of the terms for end users: 1 is V1. published_at is wall time.
CREATE TABLE end_user_terms (
    version BIGINT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    published_at BIGINT NOT NULL
);

-- The first version exists from the start; the operator publishes the real ones.
INSERT INTO end_user_terms (version, url, published_at) VALUES (1, 'https://example.com/end-user-terms/v1', 0);

-- -------- Files and documents --------

-- Files that platforms have sent, sealed in chunks under a key of their own. A row that is not kept belongs to a request
-- that is under way, or has failed. started_at is wall time.
CREATE TABLE upload (
    platform_id UUID NOT NULL,
    upload_id UUID NOT NULL,
    is_kept BOOLEAN NOT NULL,
    -- The key of the chunks, readable only with the root key.
    wrapped_key BYTEA NOT NULL,
    started_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, upload_id)
);
CREATE INDEX upload_left ON upload (started_at) WHERE NOT is_kept;

CREATE TABLE upload_chunk (
    platform_id UUID NOT NULL,
    upload_id UUID NOT NULL,
    -- From 0, in the order of the file.
    number BIGINT NOT NULL,
    sealed BYTEA NOT NULL,
    PRIMARY KEY (platform_id, upload_id, number)
);

-- What shows who a customer or an owner is. A deleted document is gone, with its file.
CREATE TABLE document (
    platform_id UUID NOT NULL,
    document_id UUID NOT NULL,
    -- The id of the customer or of the beneficial owner, with its type name.
    holder TEXT NOT NULL,
    document_type TEXT NOT NULL,
    -- Its file.
    upload_id UUID NOT NULL,
    doc JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, document_id)
);
CREATE INDEX document_by_age ON document (platform_id, created_at, document_id);
CREATE INDEX document_by_holder ON document (platform_id, holder, created_at, document_id);

-- The documents of a verification as they were submitted, as long as it is being decided or once it was. The file is that of
-- then, also where the document has another by now.
CREATE TABLE submitted_document (
    platform_id UUID NOT NULL,
    verification_id UUID NOT NULL,
    document_id UUID NOT NULL,
    holder TEXT NOT NULL,
    document_type TEXT NOT NULL,
    upload_id UUID NOT NULL,
    doc JSONB NOT NULL,
    PRIMARY KEY (platform_id, verification_id, document_id)
);
CREATE INDEX submitted_document_by_document ON submitted_document (platform_id, document_id, verification_id);
CREATE INDEX submitted_document_by_file ON submitted_document (platform_id, upload_id);

-- -------- Files of customers --------

-- Files of customers that are imported, one after the other, row by row. Their rows stand in the file that was uploaded;
-- how far a file is stands in its document, which changes in the transaction of the row.
CREATE TABLE customer_import (
    platform_id UUID NOT NULL,
    import_id UUID NOT NULL,
    upload_id UUID NOT NULL,
    status TEXT NOT NULL,
    total BIGINT NOT NULL,
    successful BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    doc JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    completed_at BIGINT,
    PRIMARY KEY (platform_id, import_id)
);
CREATE INDEX customer_import_open ON customer_import (platform_id, created_at, import_id) WHERE completed_at IS NULL;
CREATE INDEX customer_import_ended ON customer_import (completed_at) WHERE completed_at IS NOT NULL;

-- Why rows have not become customers: the first ones of each file.
CREATE TABLE customer_import_error (
    platform_id UUID NOT NULL,
    import_id UUID NOT NULL,
    -- The row, from 1.
    number BIGINT NOT NULL,
    doc JSONB NOT NULL,
    PRIMARY KEY (platform_id, import_id, number)
);

-- Names of which each stands for one customer, taken by the rows of a dry run; deleted at its end.
CREATE TABLE customer_import_name (
    platform_id UUID NOT NULL,
    import_id UUID NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (platform_id, import_id, name)
);

-- -------- Invitations --------

-- Invitations to get a UMA address; the platform is the one that created it. Times are that platform's.
CREATE TABLE invitation (
    platform_id UUID NOT NULL,
    code TEXT NOT NULL,
    environment TEXT NOT NULL,
    -- The customer who invites.
    inviter_id UUID NOT NULL,
    -- An expiry is not written down: who looks at an open one looks at expires_at too.
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'CLAIMED', 'CANCELLED')),
    expires_at BIGINT,
    doc JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, code)
);
-- Whoever has a code finds the invitation: it is unique in its environment.
CREATE UNIQUE INDEX invitation_code ON invitation (environment, code);
CREATE INDEX invitation_open ON invitation (platform_id, inviter_id, code) WHERE status = 'PENDING';

-- -------- Agents --------

-- Programs that act for customers. mac authenticates customer, token and policy, and is made anew when they change.
CREATE TABLE agent (
    platform_id UUID NOT NULL REFERENCES platform (platform_id),
    agent_id UUID NOT NULL,
    customer_id UUID NOT NULL,
    name TEXT NOT NULL,
    is_paused BOOLEAN NOT NULL,
    -- SHA-256 of its access token; none until it is installed, and once it is deleted.
    token_hash BYTEA,
    policy JSON NOT NULL,
    usage JSONB NOT NULL,
    deleted_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, agent_id)
);
-- Whoever has a token is found by it.
CREATE UNIQUE INDEX agent_token ON agent (token_hash);
CREATE INDEX agent_by_age ON agent (platform_id, created_at, agent_id) WHERE deleted_at IS NULL;
CREATE INDEX agent_by_customer ON agent (platform_id, customer_id, created_at, agent_id) WHERE deleted_at IS NULL;

-- The codes that install agents. code_hash is a keyed hash; whoever has a code finds it. An expiry is not written down.
CREATE TABLE agent_device_code (
    platform_id UUID NOT NULL,
    agent_id UUID NOT NULL,
    code_hash BYTEA NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('OPEN', 'REDEEMED', 'REPLACED')),
    expires_at BIGINT NOT NULL,
    -- Authenticates all of the row: written anew with each change.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, code_hash)
);
CREATE UNIQUE INDEX agent_device_code_hash ON agent_device_code (code_hash);
CREATE INDEX agent_device_code_by_agent ON agent_device_code (platform_id, agent_id);

-- What agents have asked for. Which money moves where stands in the payment; its row guards this
-- one. That the time to decide is over is not written down by itself.
CREATE TABLE agent_action (
    platform_id UUID NOT NULL,
    action_id UUID NOT NULL,
    agent_id UUID NOT NULL,
    customer_id UUID NOT NULL,
    transaction_id UUID NOT NULL,
    type TEXT NOT NULL,
    -- By which the customer is to authorize it, if the agent has named one.
    sca_factor TEXT,
    status TEXT NOT NULL,
    -- Whether anything was carried out.
    has_begun BOOLEAN NOT NULL,
    rejection_reason TEXT,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, action_id)
);
CREATE UNIQUE INDEX agent_action_payment ON agent_action (platform_id, transaction_id);
CREATE INDEX agent_action_by_agent ON agent_action (platform_id, agent_id, created_at, action_id);
CREATE INDEX agent_action_pending ON agent_action (platform_id, created_at, action_id) WHERE status = 'PENDING_APPROVAL';
CREATE INDEX agent_action_pending_of_agent ON agent_action (platform_id, agent_id, transaction_id)
    WHERE status = 'PENDING_APPROVAL';

-- -------- Strong customer authentication --------

-- What is known of a customer: factors, sessions, failures, challenges, trusted beneficiaries. All of it is sealed for its
-- row, so that whoever writes here without the root key makes nobody log in. Empty before anything is known.
CREATE TABLE sca_profile (
    platform_id UUID NOT NULL,
    customer_id UUID NOT NULL,
    sealed      BYTEA NOT NULL,
    PRIMARY KEY (platform_id, customer_id)
);

-- Resets of factors that customers have lost; guarded by the profile. An expiry is not written down.
CREATE TABLE sca_reset (
    platform_id  UUID NOT NULL,
    reset_id     UUID NOT NULL,
    customer_id  UUID NOT NULL,
    factor       TEXT NOT NULL,
    status       TEXT NOT NULL,
    session      TEXT NOT NULL,
    expires_at   BIGINT NOT NULL,
    completed_at BIGINT,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (platform_id, reset_id)
);
CREATE INDEX sca_reset_of_customer ON sca_reset (platform_id, customer_id, created_at);

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
    doc JSON NOT NULL,
    -- When it last changed stands in its balance, ledger_balance.
    created_at BIGINT NOT NULL,
    -- Authenticates all of the row: written anew with each change.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);

-- An owner never gets two automatic accounts in one currency, whoever provisions at the same time.
CREATE UNIQUE INDEX internal_account_once
    ON internal_account (platform_id, owner_id, currency, ordinal)
    WHERE status <> 'CLOSED';

-- Lists run through the accounts of a platform, or of one customer, in order of creation.
CREATE INDEX internal_account_by_age ON internal_account (platform_id, created_at, account_id);
CREATE INDEX internal_account_by_owner ON internal_account (platform_id, customer_id, created_at, account_id);
-- What an owner has is locked in the order of ids.
CREATE INDEX internal_account_live ON internal_account (platform_id, owner_id, account_id) WHERE status <> 'CLOSED';

-- What payers name to reach an account, or to pay for a quote: account numbers, addresses and references. They
-- belong to the outside world, which knows no platforms, so each exists once in the deployment; they stay when the
-- account is closed and the quote is paid.
CREATE TABLE funding_identifier (
    platform_id UUID NOT NULL,
    identifier TEXT NOT NULL,
    -- One of the two.
    account_id UUID,
    quote_id UUID,
    -- Authenticates all of the row.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, identifier)
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
    doc          JSON NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    -- Authenticates all but updated_at: written anew with each change.
    mac          BYTEA NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);

CREATE UNIQUE INDEX external_account_fingerprint
    ON external_account (platform_id, owner_id, fingerprint) WHERE NOT is_deleted;
CREATE INDEX external_account_by_owner
    ON external_account (platform_id, customer_id, created_at, account_id);
CREATE INDEX external_account_by_age ON external_account (platform_id, created_at, account_id);
CREATE UNIQUE INDEX external_account_default_deposit
    ON external_account (platform_id, owner_id) WHERE is_default_deposit AND NOT is_deleted;

-- The outstanding challenge to prove that a wallet is its owner's; none once it was met or failed.
CREATE TABLE ownership_challenge (
    platform_id UUID NOT NULL,
    account_id  UUID NOT NULL,
    method      TEXT NOT NULL,
    nonce       TEXT NOT NULL,
    expires_at  BIGINT NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);

-- -------- Embedded wallets --------

-- What a wallet has beyond its account. certificate is what the keeper of the wallets' keys has made of it; absent until its
-- first credential is used. issued_ms: the latest instant in a payload that was to be signed.
CREATE TABLE wallet (
    platform_id     UUID NOT NULL,
    account_id      UUID NOT NULL,
    customer_id     UUID NOT NULL,
    organization_id UUID NOT NULL,
    user_id         UUID NOT NULL,
    wallet_id       UUID NOT NULL,
    issued_ms       BIGINT NOT NULL,
    certificate     TEXT,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);
CREATE INDEX wallet_by_customer ON wallet (platform_id, customer_id, created_at, account_id);

-- The credentials of wallets. identity is who it is: an address in lower case, a number, an identity of an issuer, the id
-- of a passkey.
CREATE TABLE wallet_credential (
    platform_id   UUID NOT NULL,
    credential_id UUID NOT NULL,
    account_id    UUID NOT NULL,
    customer_id   UUID NOT NULL,
    type          TEXT NOT NULL,
    identity      TEXT NOT NULL,
    doc           JSONB NOT NULL,
    certificate   TEXT,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    PRIMARY KEY (platform_id, credential_id)
);
CREATE UNIQUE INDEX wallet_credential_once ON wallet_credential (platform_id, account_id, type, identity);
CREATE UNIQUE INDEX wallet_credential_by_code
    ON wallet_credential (platform_id, account_id, type) WHERE type IN ('EMAIL_OTP', 'SMS_OTP');
CREATE INDEX wallet_credential_by_identity ON wallet_credential (platform_id, type, identity);
CREATE INDEX wallet_credential_by_customer ON wallet_credential (platform_id, customer_id, type, credential_id);

-- The one-time code of a credential, sealed by the keeper of the wallets' keys.
CREATE TABLE wallet_otp (
    platform_id   UUID NOT NULL,
    credential_id UUID NOT NULL,
    status        TEXT NOT NULL,
    sealed        BYTEA NOT NULL,
    tries         BIGINT NOT NULL,
    -- Of each try whose outcome is not known yet the hash of its body, 32 bytes.
    under_way     BYTEA NOT NULL,
    expires_at    BIGINT NOT NULL,
    PRIMARY KEY (platform_id, credential_id)
);

-- What limits further challenges and logins by a credential: when they happened lately.
CREATE TABLE wallet_attempt (
    platform_id   UUID NOT NULL,
    credential_id UUID NOT NULL,
    doc           JSONB NOT NULL,
    PRIMARY KEY (platform_id, credential_id)
);

-- Wrong codes of a platform on one day (UTC).
CREATE TABLE wallet_wrong_code (
    platform_id UUID NOT NULL,
    day         BIGINT NOT NULL,
    codes       BIGINT NOT NULL,
    PRIMARY KEY (platform_id, day)
);

-- Sessions, which stay when they have ended.
CREATE TABLE wallet_session (
    platform_id   UUID NOT NULL,
    session_id    UUID NOT NULL,
    account_id    UUID NOT NULL,
    credential_id UUID NOT NULL,
    status        TEXT NOT NULL,
    doc           JSONB NOT NULL,
    certificate   TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL,
    PRIMARY KEY (platform_id, session_id)
);
CREATE INDEX wallet_session_active
    ON wallet_session (platform_id, account_id, created_at, session_id) WHERE status = 'ACTIVE';

-- Requests that wait for a signature, and what became of them: who signed, and with which outcome.
CREATE TABLE wallet_request (
    platform_id UUID NOT NULL,
    request_id  UUID NOT NULL,
    account_id  UUID NOT NULL,
    -- Method and path.
    scope       TEXT NOT NULL,
    body_hash   BYTEA NOT NULL,
    status      TEXT NOT NULL,
    failures    BIGINT NOT NULL,
    -- What is to be signed; its SHA-256 after that, and nothing once it has expired.
    payload     TEXT NOT NULL,
    doc         JSONB NOT NULL,
    -- The session that signed, where one did.
    session_id  UUID,
    -- The code of the refusal, or DONE.
    outcome     TEXT,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL,
    PRIMARY KEY (platform_id, request_id)
);
CREATE INDEX wallet_request_open
    ON wallet_request (platform_id, account_id, created_at, request_id) WHERE status = 'OPEN';
CREATE INDEX wallet_request_end
    ON wallet_request (platform_id, expires_at) WHERE status = 'OPEN' AND payload <> '';

-- By what each debit of a wallet was authorized.
CREATE TABLE wallet_signature (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    payload        TEXT NOT NULL,
    stamp          TEXT NOT NULL,
    -- Of the session whose key signed; absent where the sandbox's literal stood for a signature.
    certificate    TEXT,
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);

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

-- Lightning invoices by their payment hash, each with the payment that pays it, or has failed to.
CREATE TABLE invoice_payment (
    platform_id    UUID NOT NULL,
    invoice        TEXT NOT NULL,
    transaction_id UUID NOT NULL,
    PRIMARY KEY (platform_id, invoice)
);

-- Priced offers to move money, written once. What is paid to whom, and what becomes of it, stands in the payment.
CREATE TABLE quote (
    platform_id    UUID NOT NULL,
    quote_id       UUID NOT NULL,
    transaction_id UUID NOT NULL,
    expires_at     BIGINT NOT NULL,
    terms          JSON NOT NULL,
    created_at     BIGINT NOT NULL,
    -- Authenticates all of it.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, quote_id)
);

-- What receivers take, as it was shown to senders; gone once it has expired.
CREATE TABLE lookup (
    platform_id UUID NOT NULL,
    lookup_id   UUID NOT NULL,
    -- On whose behalf; absent: the platform's own.
    customer_id UUID,
    -- Written once.
    doc         JSONB NOT NULL,
    expires_at  BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (platform_id, lookup_id)
);
CREATE INDEX lookup_expiry ON lookup (platform_id, expires_at);

-- Payments about which their platform is to decide; gone with the decision.
CREATE TABLE approval (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    -- The event that asks.
    webhook_id     UUID NOT NULL,
    -- When it was sent, on the platform's clock; absent before.
    asked_at       BIGINT,
    -- Until when the platform may decide, in the database's time.
    decide_by      BIGINT,
    PRIMARY KEY (platform_id, transaction_id)
);
CREATE UNIQUE INDEX approval_webhook ON approval (platform_id, webhook_id);
CREATE INDEX approval_overdue ON approval (decide_by) WHERE decide_by IS NOT NULL;

-- Money that has come in and fits no account and no quote: it stands in suspense until an operator knows whose it is. doc
-- holds what its partner has reported of it.
CREATE TABLE unmatched_deposit (
    platform_id     UUID NOT NULL,
    transaction_id  UUID NOT NULL,
    status          TEXT NOT NULL,
    doc             JSON NOT NULL,
    -- The deposit that it has become.
    payment_id      UUID,
    -- While it is on its way back to its payer.
    returning_since BIGINT,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    -- Authenticates everything but updated_at: written anew with each change.
    mac             BYTEA NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);

-- Events of partners about money that has come in, by their own ids: each is taken in once.
CREATE TABLE deposit_event (
    platform_id    UUID NOT NULL,
    event_id       TEXT NOT NULL,
    transaction_id UUID NOT NULL,
    PRIMARY KEY (platform_id, event_id)
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
    terms                  JSON NOT NULL,
    state                  JSONB NOT NULL,
    created_at             BIGINT NOT NULL,
    updated_at             BIGINT NOT NULL,
    -- Authenticates what never changes: all but status, refund_reference, state and updated_at.
    mac                    BYTEA NOT NULL,
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
CREATE TRIGGER payment_terms_kept BEFORE UPDATE OF type, customer_id, platform_customer_id, recipient_customer_id,
    quote_id, source_identifier, destination_identifier, reference, terms, created_at ON payment BEGIN
    SELECT RAISE(ABORT, 'the terms of payments are never changed'); END;
CREATE TRIGGER quote_terms_kept BEFORE UPDATE OF transaction_id, expires_at, terms, created_at ON quote BEGIN
    SELECT RAISE(ABORT, 'the terms of quotes are never changed'); END;
CREATE TRIGGER external_account_terms_kept BEFORE UPDATE OF customer_id, owner_id, currency, account_type, fingerprint,
    doc, created_at ON external_account BEGIN
    SELECT RAISE(ABORT, 'the details of external accounts are never changed'); END;
CREATE TRIGGER token_terms_kept BEFORE UPDATE OF client_id, permissions, name, created_at ON token BEGIN
    SELECT RAISE(ABORT, 'tokens are never changed'); END;
-- end
-- only: postgres
CREATE FUNCTION terms_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the terms of rows of % are never changed', TG_TABLE_NAME;
END $$;
CREATE TRIGGER payment_terms_kept BEFORE UPDATE OF type, customer_id, platform_customer_id, recipient_customer_id,
    quote_id, source_identifier, destination_identifier, reference, terms, created_at ON payment
    FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER quote_terms_kept BEFORE UPDATE OF transaction_id, expires_at, terms, created_at ON quote
    FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER external_account_terms_kept BEFORE UPDATE OF customer_id, owner_id, currency, account_type, fingerprint,
    doc, created_at ON external_account FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER token_terms_kept BEFORE UPDATE OF client_id, permissions, name, created_at ON token
    FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
-- end

-- -------- Stablecoins --------

-- Links to accounts at providers of stablecoins. credentials are sealed.
CREATE TABLE stablecoin_provider_account (
    platform_id      UUID NOT NULL,
    link_id          UUID NOT NULL,
    provider         TEXT NOT NULL,
    -- The provider's own id of the account.
    provider_account TEXT NOT NULL,
    status           TEXT NOT NULL,
    credentials      BYTEA NOT NULL,
    last_verified_at BIGINT NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    -- Authenticates provider, provider_account and created_at.
    mac              BYTEA NOT NULL,
    PRIMARY KEY (platform_id, link_id)
);
CREATE UNIQUE INDEX stablecoin_provider_account_once
    ON stablecoin_provider_account (platform_id, provider, provider_account);
CREATE INDEX stablecoin_provider_account_by_age
    ON stablecoin_provider_account (platform_id, created_at, link_id);

-- Registered tokens. minted and burned are decimal digits: what completed operations come to.
CREATE TABLE stablecoin (
    platform_id     UUID NOT NULL,
    stablecoin_id   UUID NOT NULL,
    link_id         UUID NOT NULL,
    provider        TEXT NOT NULL,
    network         TEXT NOT NULL,
    network_token   TEXT NOT NULL,
    provider_token  TEXT NOT NULL,
    issuance_status TEXT NOT NULL,
    service_status  TEXT NOT NULL,
    was_enabled     BOOLEAN NOT NULL,
    minted          TEXT NOT NULL,
    burned          TEXT NOT NULL,
    doc             JSON NOT NULL,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    -- Authenticates the link, the tokens, doc and created_at.
    mac             BYTEA NOT NULL,
    PRIMARY KEY (platform_id, stablecoin_id)
);
CREATE UNIQUE INDEX stablecoin_network_token ON stablecoin (platform_id, network, network_token);
CREATE UNIQUE INDEX stablecoin_provider_token ON stablecoin (platform_id, link_id, provider_token);
CREATE INDEX stablecoin_by_age ON stablecoin (platform_id, created_at, stablecoin_id);

-- Mints and burns. An operation is stored under the idempotency key of its request before its provider is called.
CREATE TABLE stablecoin_operation (
    platform_id    UUID NOT NULL,
    operation_id   UUID NOT NULL,
    stablecoin_id  UUID NOT NULL,
    link_id        UUID NOT NULL,
    quote_id       UUID,
    operation_type TEXT NOT NULL,
    status         TEXT NOT NULL,
    terms          JSON NOT NULL,
    -- What the provider answered when it accepted the operation: where funds are to be sent.
    acceptance     JSON,
    progress       JSONB NOT NULL,
    scope_hash     BYTEA NOT NULL,
    key            TEXT NOT NULL,
    request_hash   BYTEA NOT NULL,
    -- How often the provider was instructed, at most.
    submissions    BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    -- Authenticates the token, the link, the quote, the type, terms, acceptance and created_at.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, operation_id)
);
CREATE UNIQUE INDEX stablecoin_operation_key ON stablecoin_operation (platform_id, scope_hash, key);
CREATE UNIQUE INDEX stablecoin_operation_quote ON stablecoin_operation (platform_id, quote_id)
    WHERE quote_id IS NOT NULL;
CREATE INDEX stablecoin_operation_by_age
    ON stablecoin_operation (platform_id, stablecoin_id, created_at, operation_id);

-- Previews of mints and burns.
CREATE TABLE stablecoin_quote (
    platform_id    UUID NOT NULL,
    quote_id       UUID NOT NULL,
    stablecoin_id  UUID NOT NULL,
    operation_type TEXT NOT NULL,
    status         TEXT NOT NULL,
    operation_id   UUID,
    terms          JSON NOT NULL,
    expires_at     BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    -- Authenticates the token, the type, terms, expires_at and created_at.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, quote_id)
);

-- What providers have reported of their own accord, each event once.
CREATE TABLE stablecoin_notification (
    platform_id  UUID NOT NULL,
    event_id     TEXT NOT NULL,
    operation_id UUID NOT NULL,
    received_at  BIGINT NOT NULL,
    PRIMARY KEY (platform_id, event_id)
);

-- What decides about stablecoins is written once, too.
-- only: sqlite
CREATE TRIGGER stablecoin_provider_account_terms_kept BEFORE UPDATE OF provider, provider_account, created_at
    ON stablecoin_provider_account BEGIN
    SELECT RAISE(ABORT, 'what is linked is never changed'); END;
CREATE TRIGGER stablecoin_terms_kept BEFORE UPDATE OF link_id, provider, network, network_token, provider_token, doc,
    created_at ON stablecoin BEGIN
    SELECT RAISE(ABORT, 'what stablecoins are is never changed'); END;
CREATE TRIGGER stablecoin_operation_terms_kept BEFORE UPDATE OF stablecoin_id, link_id, quote_id, operation_type, terms,
    created_at ON stablecoin_operation BEGIN
    SELECT RAISE(ABORT, 'the terms of mints and burns are never changed'); END;
CREATE TRIGGER stablecoin_quote_terms_kept BEFORE UPDATE OF stablecoin_id, operation_type, terms, expires_at,
    created_at ON stablecoin_quote BEGIN
    SELECT RAISE(ABORT, 'the terms of previews are never changed'); END;
-- end
-- only: postgres
CREATE TRIGGER stablecoin_provider_account_terms_kept BEFORE UPDATE OF provider, provider_account, created_at
    ON stablecoin_provider_account FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER stablecoin_terms_kept BEFORE UPDATE OF link_id, provider, network, network_token, provider_token, doc,
    created_at ON stablecoin FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER stablecoin_operation_terms_kept BEFORE UPDATE OF stablecoin_id, link_id, quote_id, operation_type, terms,
    created_at ON stablecoin_operation FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER stablecoin_quote_terms_kept BEFORE UPDATE OF stablecoin_id, operation_type, terms, expires_at,
    created_at ON stablecoin_quote FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
-- end

-- -------- Cards --------

-- Cards. max_spend is in the smallest unit of currency; doc holds what funds the card, in order, and what its issuer has
-- said of it.
CREATE TABLE card (
    platform_id      UUID NOT NULL,
    card_id          UUID NOT NULL,
    customer_id      UUID NOT NULL,
    -- What the platform calls it; never given to another card.
    platform_card_id TEXT NOT NULL,
    state            TEXT NOT NULL,
    state_reason     TEXT,
    currency         TEXT NOT NULL,
    max_spend        BIGINT,
    doc              JSON NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    -- Authenticates all but updated_at: written anew with each change.
    mac              BYTEA NOT NULL,
    PRIMARY KEY (platform_id, card_id)
);
CREATE UNIQUE INDEX card_own_id ON card (platform_id, platform_card_id);
CREATE INDEX card_by_age ON card (platform_id, created_at, card_id);
CREATE INDEX card_by_customer ON card (platform_id, customer_id, created_at, card_id);

-- Which accounts fund a card, or did. Those of the last list are listed, also when the card is closed.
CREATE TABLE card_funding_source (
    platform_id UUID NOT NULL,
    binding_id  UUID NOT NULL,
    card_id     UUID NOT NULL,
    account_id  UUID NOT NULL,
    position    BIGINT NOT NULL,
    is_listed   BOOLEAN NOT NULL,
    attached_at BIGINT NOT NULL,
    detached_at BIGINT,
    PRIMARY KEY (platform_id, binding_id)
);
CREATE INDEX card_funding_source_by_card ON card_funding_source (platform_id, card_id, account_id);

-- Keys that sign for a wallet when one of its cards is used. sealed is the private half, which only the keeper of the keys
-- opens; it goes when the key is revoked.
CREATE TABLE delegated_key (
    platform_id UUID NOT NULL,
    key_id      UUID NOT NULL,
    card_id     UUID NOT NULL,
    binding_id  UUID NOT NULL,
    account_id  UUID NOT NULL,
    status      TEXT NOT NULL,
    public_key  TEXT NOT NULL,
    nickname    TEXT NOT NULL,
    sealed      BYTEA,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    -- Authenticates card, binding, account, status, public_key and created_at: written anew with each change.
    mac         BYTEA NOT NULL,
    PRIMARY KEY (platform_id, key_id)
);
CREATE INDEX delegated_key_by_account ON delegated_key (platform_id, account_id, created_at, key_id);
CREATE INDEX delegated_key_by_binding ON delegated_key (platform_id, binding_id, created_at, key_id);
CREATE INDEX delegated_key_by_card ON delegated_key (platform_id, card_id, status, key_id);
CREATE UNIQUE INDEX delegated_key_active ON delegated_key (platform_id, binding_id) WHERE status = 'ACTIVE';

-- Who has had the number of a card shown.
CREATE TABLE card_reveal (
    platform_id UUID NOT NULL,
    reveal_id   UUID NOT NULL,
    card_id     UUID NOT NULL,
    token_id    UUID NOT NULL,
    address     TEXT,
    revealed_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, card_id, revealed_at, reveal_id)
);

-- -------- Card transactions --------

-- Authorizations of cards, with everything that was reconciled against them. doc holds merchant, currencies and amounts.
CREATE TABLE card_transaction (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    card_id        UUID NOT NULL,
    customer_id    UUID NOT NULL,
    -- The funding source.
    account_id     UUID NOT NULL,
    -- What the issuer calls it.
    issuer_token   TEXT NOT NULL,
    direction      TEXT NOT NULL,
    status         TEXT NOT NULL,
    -- Whether something stands in suspense that the account could not take.
    has_suspended  BOOLEAN NOT NULL,
    doc            JSON NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    -- Authenticates all but updated_at: written anew with each change.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);
CREATE UNIQUE INDEX card_transaction_token ON card_transaction (platform_id, issuer_token);
CREATE INDEX card_transaction_by_age ON card_transaction (platform_id, created_at, transaction_id);
CREATE INDEX card_transaction_by_card ON card_transaction (platform_id, card_id, created_at, transaction_id);
CREATE INDEX card_transaction_by_customer ON card_transaction (platform_id, customer_id, created_at, transaction_id);
CREATE INDEX card_transaction_by_account ON card_transaction (platform_id, account_id, created_at, transaction_id);
CREATE INDEX card_transaction_suspended ON card_transaction (platform_id, account_id, transaction_id)
    WHERE has_suspended;

-- Debits of the funding source, in smallest units of the card's currency. signature: of the source's delegated key over
-- what was pulled.
CREATE TABLE card_pull (
    platform_id    UUID NOT NULL,
    pull_id        UUID NOT NULL,
    transaction_id UUID NOT NULL,
    number         BIGINT NOT NULL,
    status         TEXT NOT NULL,
    amount         BIGINT NOT NULL,
    captured       BIGINT NOT NULL,
    released       BIGINT NOT NULL,
    key_id         UUID,
    signature      TEXT,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    -- Authenticates all but updated_at.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, pull_id)
);
CREATE UNIQUE INDEX card_pull_number ON card_pull (platform_id, transaction_id, number);

-- What merchants have given back. number: which event of its transaction it was.
CREATE TABLE card_return (
    platform_id    UUID NOT NULL,
    return_id      UUID NOT NULL,
    transaction_id UUID NOT NULL,
    number         BIGINT NOT NULL,
    amount         BIGINT NOT NULL,
    reversed_at    BIGINT,
    created_at     BIGINT NOT NULL,
    -- Authenticates all of the row.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, return_id)
);
CREATE UNIQUE INDEX card_return_number ON card_return (platform_id, transaction_id, number);

-- What issuers have reported, each event once. transaction_id and number: what it was applied to, in order; absent where it was
-- refused.
CREATE TABLE card_event (
    platform_id    UUID NOT NULL,
    event_id       TEXT NOT NULL,
    issuer_token   TEXT NOT NULL,
    transaction_id UUID,
    number         BIGINT,
    doc            JSONB NOT NULL,
    received_at    BIGINT NOT NULL,
    PRIMARY KEY (platform_id, event_id)
);
CREATE UNIQUE INDEX card_event_number ON card_event (platform_id, transaction_id, number)
    WHERE transaction_id IS NOT NULL;

-- Requests of issuers to send a code to a cardholder, each event once. sealed: the code, for its card and event, until it was
-- sent or cannot be used any more; absent where the request was refused. stored_at: in real time.
CREATE TABLE card_code (
    platform_id UUID NOT NULL,
    event_id    TEXT NOT NULL,
    card_id     UUID NOT NULL,
    channel     TEXT,
    sealed      BYTEA,
    expires_at  BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    stored_at   BIGINT NOT NULL,
    PRIMARY KEY (platform_id, event_id)
);
CREATE INDEX card_code_age ON card_code (stored_at);

-- -------- Directories --------

-- What operators have imported for the platforms of one environment. A deployment starts with samples for sandbox.

-- Banks and providers of mobile money that accounts can be at.
CREATE TABLE bank (
    environment TEXT NOT NULL CHECK (environment IN ('SANDBOX', 'PRODUCTION')),
    country TEXT NOT NULL,
    currency TEXT NOT NULL,
    bank_name TEXT NOT NULL,
    display_name TEXT NOT NULL,
    -- The rails that reach it, default first, with blanks between them.
    rails TEXT NOT NULL,
    PRIMARY KEY (environment, currency, country, bank_name)
);

-- Those who hold wallets for others.
CREATE TABLE vasp (
    environment TEXT NOT NULL CHECK (environment IN ('SANDBOX', 'PRODUCTION')),
    name TEXT NOT NULL,
    url TEXT,
    PRIMARY KEY (environment, name)
);
-- only: postgres
-- In the order of their bytes, on both engines.
ALTER TABLE vasp ALTER COLUMN name TYPE TEXT COLLATE "C";
-- end

-- Providers of UMA addresses.
CREATE TABLE uma_provider (
    environment TEXT NOT NULL CHECK (environment IN ('SANDBOX', 'PRODUCTION')),
    domain TEXT NOT NULL,
    doc JSONB NOT NULL,
    PRIMARY KEY (environment, domain)
);

-- With which of them a platform may deal, where an operator has decided.
CREATE TABLE uma_provider_decision (
    platform_id UUID NOT NULL,
    domain TEXT NOT NULL,
    is_allowed BOOLEAN NOT NULL,
    PRIMARY KEY (platform_id, domain)
);

INSERT INTO bank (environment, country, currency, bank_name, display_name, rails) VALUES
    ('SANDBOX', 'BD', 'BDT', 'BRAC Bank', 'BRAC Bank', 'BANK_TRANSFER'),
    ('SANDBOX', 'BD', 'BDT', 'bKash', 'bKash', 'MOBILE_MONEY'),
    ('SANDBOX', 'BJ', 'XOF', 'MTN', 'MTN Mobile Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'BW', 'BWP', 'ORANGE', 'Orange Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'CG', 'XAF', 'MTN', 'MTN Mobile Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'CI', 'XOF', 'ORANGE', 'Orange Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'CM', 'XAF', 'MTN', 'MTN Mobile Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'CN', 'CNY', 'AliPay', 'Alipay', 'MOBILE_MONEY'),
    ('SANDBOX', 'CN', 'CNY', 'WechatPay', 'WeChat Pay', 'MOBILE_MONEY'),
    ('SANDBOX', 'CO', 'COP', 'Bancolombia', 'Bancolombia', 'BANK_TRANSFER'),
    ('SANDBOX', 'CO', 'COP', 'Nequi', 'Nequi', 'MOBILE_MONEY'),
    ('SANDBOX', 'EG', 'EGP', 'National Bank of Egypt', 'National Bank of Egypt', 'BANK_TRANSFER'),
    ('SANDBOX', 'EG', 'EGP', 'Vodafone Cash', 'Vodafone Cash', 'MOBILE_MONEY'),
    ('SANDBOX', 'GH', 'GHS', 'GCB Bank', 'GCB Bank', 'BANK_TRANSFER'),
    ('SANDBOX', 'GH', 'GHS', 'MTN', 'MTN Mobile Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'GT', 'GTQ', 'Banco Industrial', 'Banco Industrial', 'BANK_TRANSFER'),
    ('SANDBOX', 'HK', 'HKD', 'Hang Seng Bank', 'Hang Seng Bank', 'BANK_TRANSFER'),
    ('SANDBOX', 'ID', 'IDR', 'Bank Central Asia', 'Bank Central Asia (BCA)', 'BANK_TRANSFER'),
    ('SANDBOX', 'JM', 'JMD', 'National Commercial Bank Jamaica', 'National Commercial Bank Jamaica (NCB)', 'BANK_TRANSFER'),
    ('SANDBOX', 'KE', 'KES', 'M-PESA', 'M-Pesa', 'MOBILE_MONEY'),
    ('SANDBOX', 'MW', 'MWK', 'AIRTEL', 'Airtel Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'MY', 'MYR', 'Maybank', 'Maybank', 'BANK_TRANSFER'),
    ('SANDBOX', 'NG', 'NGN', 'Access Bank', 'Access Bank', 'BANK_TRANSFER'),
    ('SANDBOX', 'NG', 'NGN', 'Zenith Bank', 'Zenith Bank', 'BANK_TRANSFER'),
    ('SANDBOX', 'PH', 'PHP', 'BDO Unibank', 'BDO Unibank', 'BANK_TRANSFER'),
    ('SANDBOX', 'PH', 'PHP', 'BPI', 'Bank of the Philippine Islands (BPI)', 'BANK_TRANSFER'),
    ('SANDBOX', 'PK', 'PKR', 'Easypaisa', 'Easypaisa', 'MOBILE_MONEY'),
    ('SANDBOX', 'PK', 'PKR', 'Habib Bank Limited', 'Habib Bank Limited (HBL)', 'BANK_TRANSFER'),
    ('SANDBOX', 'RW', 'RWF', 'MTN', 'MTN Mobile Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'SG', 'SGD', 'DBS Bank', 'DBS Bank', 'FAST PAYNOW BANK_TRANSFER'),
    ('SANDBOX', 'SN', 'XOF', 'ORANGE', 'Orange Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'SV', 'USD', 'Banco Agrícola', 'Banco Agrícola', 'BANK_TRANSFER'),
    ('SANDBOX', 'TG', 'XOF', 'MOOV', 'Moov Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'TH', 'THB', 'Bangkok Bank', 'Bangkok Bank', 'BANK_TRANSFER'),
    ('SANDBOX', 'TZ', 'TZS', 'AIRTEL', 'Airtel Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'UG', 'UGX', 'MTN', 'MTN Mobile Money', 'MOBILE_MONEY'),
    ('SANDBOX', 'VN', 'VND', 'Vietcombank', 'Vietcombank', 'BANK_TRANSFER'),
    ('SANDBOX', 'ZA', 'ZAR', 'First National Bank', 'First National Bank (FNB)', 'BANK_TRANSFER'),
    ('SANDBOX', 'ZA', 'ZAR', 'Standard Bank', 'Standard Bank', 'BANK_TRANSFER'),
    ('SANDBOX', 'ZM', 'ZMW', 'MTN', 'MTN Mobile Money', 'MOBILE_MONEY');
INSERT INTO vasp (environment, name, url) VALUES
    ('SANDBOX', 'Binance', 'https://www.binance.com'),
    ('SANDBOX', 'Coinbase', 'https://www.coinbase.com'),
    ('SANDBOX', 'Kraken', 'https://www.kraken.com');
INSERT INTO uma_provider (environment, domain, doc) VALUES
    ('SANDBOX', 'sandbox.uma.test', '{"v":1,"name":"Sandbox","regions":["DE","MX","US"],"currencies":["EUR","MXN","USD"]}');

-- -------- The simulated outside world --------

-- What the simulated payout rail has accepted, how often it was instructed to pay (never, where it was asked for the
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

-- The same of the simulated rail by which money that was paid in goes back to its payer; it keeps nothing.
CREATE TABLE sandbox_refund (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    accepted_at    BIGINT NOT NULL,
    submissions    BIGINT NOT NULL,
    released_at    BIGINT,
    PRIMARY KEY (platform_id, transaction_id)
);

-- What the simulated provider of stablecoins has accepted, and what became of its funds.
CREATE TABLE sandbox_stablecoin_transfer (
    platform_id  UUID NOT NULL,
    operation_id UUID NOT NULL,
    accepted_at  BIGINT NOT NULL,
    submissions  BIGINT NOT NULL,
    -- When all of its funds were there.
    funded_at    BIGINT,
    -- When it was cancelled, or what arrived was rejected.
    canceled_at  BIGINT,
    -- Whether the provider's balance held too little.
    is_short     BOOLEAN NOT NULL,
    -- Whether tokens of a burn that failed are back in the provider's balance.
    is_settled   BOOLEAN NOT NULL,
    PRIMARY KEY (platform_id, operation_id)
);

-- Pages on which the simulated issuer shows the number of a card, by hashes of their tokens.
CREATE TABLE sandbox_card_page (
    platform_id UUID NOT NULL,
    token_hash  BYTEA NOT NULL,
    card_id     UUID NOT NULL,
    expires_at  BIGINT NOT NULL,
    PRIMARY KEY (platform_id, token_hash)
);
CREATE UNIQUE INDEX sandbox_card_page_token ON sandbox_card_page (token_hash);
CREATE INDEX sandbox_card_page_expiry ON sandbox_card_page (expires_at);

-- Messages to end users, which are sent to nobody. sealed: all of the message. stored_at: in real time.
CREATE TABLE sandbox_message (
    platform_id UUID NOT NULL,
    message_id  UUID NOT NULL,
    sealed      BYTEA NOT NULL,
    rendered_at BIGINT NOT NULL,
    stored_at   BIGINT NOT NULL,
    PRIMARY KEY (platform_id, message_id)
);
CREATE INDEX sandbox_message_by_age ON sandbox_message (platform_id, stored_at, message_id);
CREATE INDEX sandbox_message_age ON sandbox_message (stored_at);

-- What it holds for a platform of a token, in decimal digits; what it begins with where there is no row.
CREATE TABLE sandbox_stablecoin_balance (
    platform_id   UUID NOT NULL,
    stablecoin_id UUID NOT NULL,
    balance       TEXT NOT NULL,
    PRIMARY KEY (platform_id, stablecoin_id)
);
