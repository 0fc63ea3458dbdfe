-- Schema of both engines, PostgreSQL and SQLite.
--
-- Times are milliseconds since 1970-01-01T00:00:00Z, on the clock of the row's platform. Comments name the columns
-- in wall time (the clock of the server) or in database time. Amounts are in the smallest unit of their currency.
--
-- mac is the authentication code of a row. It is renewed whenever one of the columns that it covers changes.
-- Documents that a code covers are of type JSON, which preserves their text; all other documents are JSONB.

-- -------- Operation of the service --------

-- The answer to a write with an idempotency key.
CREATE TABLE idempotency (
    platform_id UUID NOT NULL,
    -- SHA-256 of the method, the path and the calling agent.
    scope_hash BYTEA NOT NULL,
    key TEXT NOT NULL,
    -- SHA-256 of the path, the query and the body.
    request_hash BYTEA NOT NULL,
    status BIGINT NOT NULL,
    body BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    -- NULL if the key is kept without a limit.
    expires_at BIGINT,
    PRIMARY KEY (platform_id, scope_hash, key)
);
CREATE INDEX idempotency_expiry ON idempotency (platform_id, expires_at);

-- Work that is due later.
CREATE TABLE job (
    platform_id UUID NOT NULL,
    job_id UUID NOT NULL,
    kind TEXT NOT NULL,
    resource TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('WAITING', 'LEASED', 'FAILED')),
    due_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    -- In database time.
    lease_until BIGINT,
    last_error TEXT,
    payload JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    -- Wall time at which due_at was set.
    scheduled_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, job_id)
);
CREATE INDEX job_due ON job (platform_id, due_at, job_id) WHERE state = 'WAITING';
-- Jobs of one resource run one at a time, in the order in which they are due.
CREATE INDEX job_next_of_resource ON job (platform_id, resource, due_at, job_id) WHERE state = 'WAITING';
CREATE UNIQUE INDEX job_leased_resource ON job (platform_id, resource) WHERE state = 'LEASED';
CREATE INDEX job_lease ON job (lease_until) WHERE state = 'LEASED';
CREATE INDEX job_failed ON job (due_at, job_id) WHERE state = 'FAILED';

-- An event for a platform, with the body that every attempt sends (conventions 11). It is written once, and deleted
-- together with its row in delivery.
CREATE TABLE outbox (
    -- The order of the events.
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform_id UUID NOT NULL,
    webhook_id UUID NOT NULL,
    event_type TEXT NOT NULL,
    resource TEXT NOT NULL,
    -- TRUE if the event asks for a decision: it is sent in one attempt only.
    is_sent_once BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    body BYTEA NOT NULL
);
CREATE UNIQUE INDEX outbox_webhook ON outbox (platform_id, webhook_id);
CREATE INDEX outbox_by_age ON outbox (platform_id, created_at, webhook_id);
CREATE INDEX outbox_by_resource ON outbox (platform_id, resource, created_at, webhook_id);

-- The state of the delivery of an event. Only events in status DUE are sent, by the process that holds the lease. A claim
-- changes no column of an index, so that PostgreSQL adds no entries to the indexes.
CREATE TABLE delivery (
    -- The number of the event in outbox.
    seq BIGINT NOT NULL PRIMARY KEY,
    platform_id UUID NOT NULL,
    -- Copied from the event.
    resource TEXT NOT NULL,
    -- UNADDRESSED if the platform has no endpoint.
    status TEXT NOT NULL CHECK (status IN ('UNADDRESSED', 'DUE', 'DELIVERED', 'GIVEN_UP')),
    due_at BIGINT NOT NULL,
    -- TRUE if an attempt has ended: later events of the resource do not wait for this event any more.
    is_attempted BOOLEAN NOT NULL,
    -- In wall time.
    updated_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    -- In database time.
    lease_until BIGINT,
    -- HTTP status of the last response.
    last_answer BIGINT,
    last_error TEXT
);
CREATE INDEX delivery_due ON delivery (platform_id, due_at, seq) WHERE status = 'DUE';
-- The first attempts for one resource start in the order of its events.
CREATE INDEX delivery_first_attempt ON delivery (platform_id, resource, seq) WHERE status = 'DUE' AND NOT is_attempted;
-- Events whose delivery was tried without success, for the alert about an endpoint that fails.
CREATE INDEX delivery_retried ON delivery (platform_id, seq) WHERE status = 'DUE' AND is_attempted;
CREATE INDEX delivery_given_up ON delivery (platform_id, due_at) WHERE status = 'GIVEN_UP';
-- Deliveries that have ended, for deletion by age. Events in status DUE are never deleted.
CREATE INDEX delivery_ended ON delivery (updated_at) WHERE status <> 'DUE';

-- A failed attempt to deliver an event; deleted with it. The first two of an event are kept, and the last eight.
CREATE TABLE webhook_attempt (
    -- The number of the event in outbox.
    seq BIGINT NOT NULL,
    -- 1 and 2 for the first two attempts; 3 to 10 in turn for the others.
    slot BIGINT NOT NULL CHECK (slot BETWEEN 1 AND 10),
    platform_id UUID NOT NULL,
    -- The number of the attempt.
    attempt BIGINT NOT NULL,
    -- The beginning, in wall time.
    at BIGINT NOT NULL,
    duration_millis BIGINT NOT NULL,
    -- HTTP status of the response.
    answer BIGINT,
    error TEXT NOT NULL,
    -- The first 1024 bytes of the response's body.
    response BYTEA,
    PRIMARY KEY (seq, slot)
);
CREATE INDEX webhook_attempt_by_age ON webhook_attempt (platform_id, at);

-- The marker of a writing transaction. If the answer to a commit is lost, the marker shows whether it happened. An
-- absent marker is inserted as a fence, after which the transaction can no longer commit. PostgreSQL only.
CREATE TABLE commit_marker (
    id UUID NOT NULL PRIMARY KEY,
    -- TRUE if the row is a fence.
    fenced BOOLEAN NOT NULL,
    -- In database time.
    at BIGINT NOT NULL
);

-- A process that serves. It renews its row with every round of maintenance.
CREATE TABLE process (
    process_id UUID NOT NULL PRIMARY KEY,
    version TEXT NOT NULL,
    -- In wall time, as seen_at.
    started_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

-- A setting of the deployment or of one platform.
CREATE TABLE setting (
    -- 'DEPLOYMENT', or the UUID of a platform.
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    value JSONB NOT NULL,
    -- In wall time.
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (scope, name)
);

-- The version of the deployment's settings. The table is empty before the first change.
CREATE TABLE deployment_version (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    -- Replaced with each change of a setting of the deployment.
    version UUID NOT NULL
);

-- An action of an operator.
CREATE TABLE audit (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- NULL if the action does not concern one platform.
    platform_id UUID,
    -- The person, as far as the channel knows it: a login name, a user id, or the name of an operator token.
    actor TEXT NOT NULL,
    -- The system user whose rights the person used, if that is another one.
    as_user TEXT,
    -- 'command', 'socket' or 'network'.
    channel TEXT NOT NULL,
    -- The id of the request, as in the log.
    request_id UUID NOT NULL,
    -- The command, for example: account freeze.
    action TEXT NOT NULL,
    -- The first id among the arguments or in the result, or the first arguments; NULL without any.
    about TEXT,
    -- Empty if the command asks for none.
    reason TEXT NOT NULL,
    detail JSONB NOT NULL,
    -- In wall time.
    at BIGINT NOT NULL
);
CREATE INDEX audit_at ON audit (at, seq);
CREATE INDEX audit_platform ON audit (platform_id, at, seq);
CREATE INDEX audit_actor ON audit (actor, at, seq);
CREATE INDEX audit_action ON audit (action, at, seq);

-- The ids among an action's arguments, and those that its result names.
CREATE TABLE audit_subject (
    subject TEXT NOT NULL,
    -- Of the audit entry.
    at BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY (subject, at, seq)
);

-- System users who may use the operator socket beside its owner.
CREATE TABLE operator_user (
    uid BIGINT NOT NULL,
    -- 'DEPLOYMENT', or the UUID of a platform.
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Names of roles, separated by commas.
    roles TEXT NOT NULL,
    -- In wall time.
    created_at BIGINT NOT NULL,
    -- Keyed hash over uid, scope, name and roles.
    hash BYTEA NOT NULL,
    PRIMARY KEY (uid, scope)
);

-- Tokens for the operator API on a network address.
CREATE TABLE operator_token (
    token_id UUID NOT NULL PRIMARY KEY,
    -- 'DEPLOYMENT', or the UUID of a platform.
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Names of roles, separated by commas.
    roles TEXT NOT NULL,
    -- In wall time.
    created_at BIGINT NOT NULL,
    -- In wall time.
    expires_at BIGINT NOT NULL,
    -- Keyed hash over the secret, id, scope, name, roles and expiry.
    secret_hash BYTEA NOT NULL
);
CREATE UNIQUE INDEX operator_token_name ON operator_token (name);

-- A notice to operators. At most one alert per kind and subject is open. Its times are wall time.
CREATE TABLE alert (
    alert_id UUID NOT NULL PRIMARY KEY,
    -- NULL if the alert does not concern one platform.
    platform_id UUID,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    doc JSONB NOT NULL,
    raised_at BIGINT NOT NULL,
    closed_at BIGINT,
    closed_by TEXT,
    -- Until then, receivers get no notice of the open alert.
    snoozed_until BIGINT,
    -- The time at which the rows in alert_notice were made.
    announced_at BIGINT
);
CREATE UNIQUE INDEX alert_open ON alert (kind, subject) WHERE closed_at IS NULL;
CREATE INDEX alert_by_announcement ON alert (announced_at, raised_at, alert_id);
-- Lists of alerts are in the order in which they were raised: of all platforms or of one, with closed ones or without.
CREATE INDEX alert_by_age ON alert (raised_at, alert_id);
CREATE INDEX alert_open_by_age ON alert (raised_at, alert_id) WHERE closed_at IS NULL;
CREATE INDEX alert_of_platform ON alert (platform_id, raised_at, alert_id);
CREATE INDEX alert_open_of_platform ON alert (platform_id, raised_at, alert_id) WHERE closed_at IS NULL;

-- A receiver of alerts. Its times are wall time.
CREATE TABLE alert_sink (
    sink_id UUID NOT NULL PRIMARY KEY,
    channel TEXT NOT NULL CHECK (channel IN ('WEBHOOK', 'MAIL')),
    -- The mail address, or the URL of the webhook up to its path.
    address TEXT NOT NULL,
    -- The row of secret_key with the whole URL and the secret; NULL for mail.
    key_id UUID,
    -- The least severity of its alerts.
    severity TEXT NOT NULL CHECK (severity IN ('note', 'day', 'page')),
    -- NULL if it gets the alerts of all platforms and of the deployment.
    platform_id UUID,
    has_sandbox BOOLEAN NOT NULL,
    -- The time of the first failure since the last accepted notice.
    failing_since BIGINT,
    last_error TEXT,
    created_at BIGINT NOT NULL
);

-- The next notice of an alert to a receiver, sent by the process that holds the lease. Its times are wall time.
CREATE TABLE alert_notice (
    alert_id UUID NOT NULL,
    sink_id UUID NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('OPENED', 'REPEATED', 'CLOSED')),
    -- NULL if none follows before the alert is closed, or at all if it is closed.
    due_at BIGINT,
    attempts BIGINT NOT NULL,
    lease_until BIGINT,
    -- The number of accepted notices, and the time of the last one.
    accepted BIGINT NOT NULL,
    accepted_at BIGINT,
    PRIMARY KEY (alert_id, sink_id)
);
CREATE INDEX alert_notice_due ON alert_notice (sink_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alert_notice_soonest ON alert_notice (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alert_notice_by_what ON alert_notice (what, alert_id);

-- The progress of the periodic verification of the ledger: at most one row, leased by one process at a time. A process
-- that gets the lease continues from the saved progress.
CREATE TABLE verification_state (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    holder UUID NOT NULL,
    -- In database time.
    held_until BIGINT NOT NULL,
    doc TEXT NOT NULL,
    -- Authentication code of doc.
    code BYTEA NOT NULL
);

-- A secret key, encrypted under the root key, which is not in the database. Its times are wall time.
CREATE TABLE secret_key (
    key_id UUID NOT NULL PRIMARY KEY,
    -- NULL if the key belongs to the deployment.
    platform_id UUID,
    purpose TEXT NOT NULL,
    -- The encrypted key.
    wrapped BYTEA NOT NULL,
    -- The public part of the key.
    doc JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    -- From this time on, the key only decrypts and verifies.
    retired_at BIGINT
);
CREATE INDEX secret_key_purpose ON secret_key (purpose, platform_id);

-- -------- Platforms --------

-- A platform, the tenant of the service.
CREATE TABLE platform (
    platform_id UUID NOT NULL PRIMARY KEY,
    environment TEXT NOT NULL CHECK (environment IN ('SANDBOX', 'PRODUCTION')),
    name TEXT NOT NULL,
    disabled BOOLEAN NOT NULL,
    -- The time of a frozen clock; NULL if the clock runs.
    frozen_at BIGINT,
    -- Milliseconds by which a running clock is ahead of the wall clock.
    lead_millis BIGINT NOT NULL,
    uma_domain TEXT,
    proxy_uma_subdomain TEXT,
    webhook_endpoint TEXT,
    doc JSON NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- Replaced with each change of the row, except of its clock, and of the platform's settings and keys.
    config_version UUID NOT NULL,
    -- Covers all columns except frozen_at, lead_millis, updated_at and config_version.
    mac BYTEA NOT NULL
);
CREATE UNIQUE INDEX platform_uma_domain ON platform (uma_domain);
CREATE UNIQUE INDEX platform_proxy_uma_subdomain ON platform (proxy_uma_subdomain);

-- An API credential of a platform.
CREATE TABLE token (
    platform_id UUID NOT NULL REFERENCES platform (platform_id),
    token_id UUID NOT NULL,
    client_id TEXT NOT NULL,
    -- Keyed hash of the secret, platform, environment, token id, client id and permissions; empty after deletion.
    secret_hash BYTEA NOT NULL,
    permissions TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT,
    PRIMARY KEY (platform_id, token_id)
);
CREATE UNIQUE INDEX token_client ON token (client_id);
CREATE INDEX token_by_age ON token (platform_id, created_at, token_id);

-- A name behind the @ of UMA addresses: the domain of a platform, or a label under the host name of the service. A
-- platform keeps its former names, so that no address passes to another platform.
CREATE TABLE uma_name (
    platform_id UUID NOT NULL REFERENCES platform (platform_id),
    kind TEXT NOT NULL CHECK (kind IN ('DOMAIN', 'LABEL')),
    name TEXT NOT NULL,
    PRIMARY KEY (platform_id, kind, name)
);
CREATE UNIQUE INDEX uma_name_holder ON uma_name (kind, name);

-- -------- The double-entry ledger --------

-- The balances of an internal account. Only available can be below zero.
CREATE TABLE ledger_balance (
    platform_id UUID NOT NULL,
    account_id UUID NOT NULL,
    currency TEXT NOT NULL,
    available BIGINT NOT NULL,
    held BIGINT NOT NULL CHECK (held >= 0),
    unsettled BIGINT NOT NULL CHECK (unsettled >= 0),
    -- Number of the account's entries.
    seq BIGINT NOT NULL,
    -- Time of the last change of the account. It rises with each entry and each other change of the account.
    updated_at BIGINT NOT NULL,
    -- Covers all columns.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);
-- only: postgres
-- A batch lane locks the accounts of many closures before it knows their platforms.
CREATE UNIQUE INDEX ledger_balance_account ON ledger_balance (account_id);
-- end

-- One line of a posting. A credit is positive, a debit is negative.
CREATE TABLE ledger_entry (
    platform_id UUID NOT NULL,
    journal_id UUID NOT NULL,
    line BIGINT NOT NULL,
    kind TEXT NOT NULL,
    code TEXT NOT NULL,
    -- Set for the codes AV, HO and UN only, as are seq and balance_after.
    account_id UUID,
    quote_id UUID,
    transaction_id UUID,
    currency TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount <> 0),
    seq BIGINT,
    balance_after BIGINT,
    -- TRUE if the debit was allowed to bring the balance below zero.
    overdraft BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (platform_id, journal_id, line),
    CHECK ((account_id IS NULL) = (seq IS NULL)),
    CHECK ((account_id IS NULL) = (balance_after IS NULL))
);
CREATE UNIQUE INDEX ledger_entry_account ON ledger_entry (platform_id, account_id, seq)
    WHERE account_id IS NOT NULL;
CREATE INDEX ledger_entry_transaction ON ledger_entry (platform_id, transaction_id)
    WHERE transaction_id IS NOT NULL;
-- Only few entries are in suspense.
CREATE INDEX ledger_entry_suspense ON ledger_entry (platform_id, transaction_id) WHERE code = 'SU';

-- A journal that waits to be sealed.
CREATE TABLE ledger_unsealed (
    platform_id UUID NOT NULL,
    journal_id UUID NOT NULL,
    -- Authentication code of the entries of the journal and of their number.
    mac BYTEA NOT NULL,
    -- TRUE if the journal is not sealed, because mac does not match or because it is sealed already.
    set_aside BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (platform_id, journal_id)
);

-- A sealed block.
CREATE TABLE ledger_block (
    platform_id UUID NOT NULL,
    number BIGINT NOT NULL,
    -- Number of journals up to the end of the block, which are the leaves of the Merkle tree.
    size BIGINT NOT NULL,
    -- The compact range of this tree.
    compact_range BYTEA NOT NULL,
    entries BIGINT NOT NULL,
    sums JSONB NOT NULL,
    mac BYTEA NOT NULL,
    -- In wall time.
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, number)
);

-- The position of a journal in a sealed block.
CREATE TABLE ledger_sealed (
    platform_id UUID NOT NULL,
    journal_id UUID NOT NULL,
    block BIGINT NOT NULL,
    position BIGINT NOT NULL,
    -- Authentication code of the entries of the journal and of their number.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, journal_id)
);
CREATE UNIQUE INDEX ledger_sealed_block ON ledger_sealed (platform_id, block, position);

-- The balance of an account without a balance row, over all blocks up to this one.
CREATE TABLE ledger_checkpoint (
    platform_id UUID NOT NULL,
    code TEXT NOT NULL,
    currency TEXT NOT NULL,
    block BIGINT NOT NULL,
    balance BIGINT NOT NULL,
    PRIMARY KEY (platform_id, code, currency, block)
);
CREATE INDEX ledger_checkpoint_block ON ledger_checkpoint (platform_id, block);

-- Entries and blocks are immutable. A correction is a posting of its own.
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

-- A word or a number by which operators find a resource (conventions 2.3). The terms follow from the row of the resource:
-- find rebuild writes them again.
CREATE TABLE search_term (
    platform_id UUID NOT NULL,
    -- The class and the normalised text, as in name:lovelace.
    term TEXT NOT NULL,
    -- The kind of the resource.
    kind TEXT NOT NULL CHECK (kind IN ('CUSTOMER', 'EXTERNAL_ACCOUNT', 'PAYMENT', 'UNMATCHED_DEPOSIT')),
    -- Creation of the resource.
    at BIGINT NOT NULL,
    id UUID NOT NULL,
    PRIMARY KEY (platform_id, term, kind, at, id)
);
-- only: postgres
-- Both engines order the terms by their bytes, so that the words with one beginning are in one range.
ALTER TABLE search_term ALTER COLUMN term TYPE TEXT COLLATE "C";
-- end

-- -------- Customers --------

-- A customer of a platform.
CREATE TABLE customer (
    platform_id UUID NOT NULL,
    customer_id UUID NOT NULL,
    -- The platform's own id of the customer.
    platform_customer_id TEXT NOT NULL,
    customer_type TEXT NOT NULL,
    -- kycStatus of a person, kybStatus of a company.
    status TEXT NOT NULL,
    region TEXT NOT NULL,
    -- Currency codes in the customer's order, each between blanks, so that LIKE finds one: ' USD USDC '.
    currencies TEXT NOT NULL,
    -- The part of the UMA address between $ and @, in lower case. The rest is the platform's present domain.
    uma_local TEXT NOT NULL,
    is_deleted BOOLEAN NOT NULL,
    doc JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, customer_id)
);

-- The id of a deleted customer can be used again.
CREATE UNIQUE INDEX customer_own_id ON customer (platform_id, platform_customer_id) WHERE NOT is_deleted;
CREATE INDEX customer_by_age ON customer (platform_id, created_at, customer_id);
-- Includes deleted customers, because payments refer to their id.
CREATE INDEX customer_by_own_id ON customer (platform_id, platform_customer_id);

-- The permanent holder of a UMA address. Rows are never changed or deleted, so that no address passes to another
-- customer.
CREATE TABLE uma_address (
    platform_id UUID NOT NULL,
    local_part TEXT NOT NULL,
    customer_id UUID NOT NULL,
    PRIMARY KEY (platform_id, local_part)
);

-- A consent of a customer to the terms. The latest one is also in the customer's document.
CREATE TABLE terms_consent (
    platform_id UUID NOT NULL,
    customer_id UUID NOT NULL,
    consent_id UUID NOT NULL,
    doc JSONB NOT NULL,
    recorded_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, customer_id, consent_id)
);

-- A person behind a company.
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

-- An attempt to verify a customer. At most one attempt per customer is open.
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

-- The code that was sent last through a contact channel of a customer.
CREATE TABLE contact_code (
    platform_id    UUID NOT NULL,
    customer_id    UUID NOT NULL,
    channel        TEXT NOT NULL CHECK (channel IN ('EMAIL', 'PHONE')),
    -- Keyed hash; NULL if no code is outstanding.
    code_hash      BYTEA,
    wrong_attempts BIGINT NOT NULL,
    expires_at     BIGINT NOT NULL,
    -- Times of recent codes, for the rate limit.
    doc            JSONB NOT NULL,
    PRIMARY KEY (platform_id, customer_id, channel)
);

-- A link to the hosted page of a verification. Its code is the only credential of the visitor.
CREATE TABLE kyc_link (
    platform_id UUID NOT NULL,
    -- SHA-256 of the code.
    code_hash   BYTEA NOT NULL,
    customer_id UUID NOT NULL,
    expires_at  BIGINT NOT NULL,
    -- NULL until the page is completed.
    used_at     BIGINT,
    doc         JSONB NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (platform_id, code_hash)
);
-- Visitors name no platform: the link is found by the code alone.
CREATE UNIQUE INDEX kyc_link_code ON kyc_link (code_hash);
CREATE INDEX kyc_link_expiry ON kyc_link (expires_at);

-- A published version of the terms for end users.
CREATE TABLE end_user_terms (
    -- 1 is V1.
    version BIGINT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    -- In wall time.
    published_at BIGINT NOT NULL
);

-- Version 1 exists from the start. Operators publish further versions.
INSERT INTO end_user_terms (version, url, published_at) VALUES (1, 'https://example.com/end-user-terms/v1', 0);

-- -------- Files and documents --------

-- An uploaded file, encrypted in chunks under a data key of its own.
CREATE TABLE upload (
    platform_id UUID NOT NULL,
    upload_id UUID NOT NULL,
    -- FALSE while the request runs, and after it has failed.
    is_kept BOOLEAN NOT NULL,
    -- The data key, encrypted under the root key.
    wrapped_key BYTEA NOT NULL,
    -- In wall time.
    started_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, upload_id)
);
CREATE INDEX upload_left ON upload (started_at) WHERE NOT is_kept;

-- A chunk of an uploaded file.
CREATE TABLE upload_chunk (
    platform_id UUID NOT NULL,
    upload_id UUID NOT NULL,
    -- From 0, in the order of the file.
    number BIGINT NOT NULL,
    -- Encrypted under the data key of the file.
    encrypted BYTEA NOT NULL,
    PRIMARY KEY (platform_id, upload_id, number)
);

-- An identity document of a customer or beneficial owner. Deletion removes the row and its file.
CREATE TABLE document (
    platform_id UUID NOT NULL,
    document_id UUID NOT NULL,
    -- The id of the customer or beneficial owner, with its type name.
    holder TEXT NOT NULL,
    document_type TEXT NOT NULL,
    upload_id UUID NOT NULL,
    doc JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, document_id)
);
CREATE INDEX document_by_age ON document (platform_id, created_at, document_id);
CREATE INDEX document_by_holder ON document (platform_id, holder, created_at, document_id);

-- A document as it was submitted with a verification. The row is kept while the verification is being decided and after
-- the decision. Its file is the submitted one, even if the document has another file since.
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

-- -------- Imports of customers --------

-- A file of customers that is imported row by row. The rows are in the uploaded file. The progress is in doc, which
-- changes in the transaction of each row.
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

-- The error of a row that was not imported. Only the first errors of a file are stored.
CREATE TABLE customer_import_error (
    platform_id UUID NOT NULL,
    import_id UUID NOT NULL,
    -- Number of the row, from 1.
    number BIGINT NOT NULL,
    doc JSONB NOT NULL,
    PRIMARY KEY (platform_id, import_id, number)
);

-- A name that only one customer can have, claimed by a row of a dry run. Deleted at the end of the dry run.
CREATE TABLE customer_import_name (
    platform_id UUID NOT NULL,
    import_id UUID NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (platform_id, import_id, name)
);

-- -------- Invitations --------

-- An invitation to get a UMA address. Its platform is the one that created it.
CREATE TABLE invitation (
    platform_id UUID NOT NULL,
    code TEXT NOT NULL,
    environment TEXT NOT NULL,
    -- The inviting customer.
    inviter_id UUID NOT NULL,
    -- Expiry is not stored: expires_at decides about a pending invitation.
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'CLAIMED', 'CANCELLED')),
    expires_at BIGINT,
    doc JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, code)
);
-- A code finds its invitation on every platform of the environment.
CREATE UNIQUE INDEX invitation_code ON invitation (environment, code);
CREATE INDEX invitation_by_inviter ON invitation (platform_id, inviter_id, code);

-- -------- Agents --------

-- A program that acts for a customer.
CREATE TABLE agent (
    platform_id UUID NOT NULL REFERENCES platform (platform_id),
    agent_id UUID NOT NULL,
    customer_id UUID NOT NULL,
    name TEXT NOT NULL,
    is_paused BOOLEAN NOT NULL,
    -- SHA-256 of the access token; NULL before the installation and after the deletion.
    token_hash BYTEA,
    policy JSON NOT NULL,
    usage JSONB NOT NULL,
    deleted_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- Covers platform_id, agent_id, customer_id, token_hash and policy.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, agent_id)
);
-- The access token identifies the agent at each call.
CREATE UNIQUE INDEX agent_token ON agent (token_hash);
CREATE INDEX agent_by_age ON agent (platform_id, created_at, agent_id) WHERE deleted_at IS NULL;
CREATE INDEX agent_by_customer ON agent (platform_id, customer_id, created_at, agent_id) WHERE deleted_at IS NULL;

-- A code that installs an agent.
CREATE TABLE agent_device_code (
    platform_id UUID NOT NULL,
    agent_id UUID NOT NULL,
    -- Keyed hash.
    code_hash BYTEA NOT NULL,
    -- Expiry is not stored: expires_at decides about an open code.
    state TEXT NOT NULL CHECK (state IN ('OPEN', 'REDEEMED', 'REPLACED')),
    expires_at BIGINT NOT NULL,
    -- Covers all columns.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, code_hash)
);
CREATE UNIQUE INDEX agent_device_code_hash ON agent_device_code (code_hash);
CREATE INDEX agent_device_code_by_agent ON agent_device_code (platform_id, agent_id);

-- A payment that an agent asks for. Amount and accounts are in its row of payment, whose lock also
-- protects this row.
CREATE TABLE agent_action (
    platform_id UUID NOT NULL,
    action_id UUID NOT NULL,
    agent_id UUID NOT NULL,
    customer_id UUID NOT NULL,
    transaction_id UUID NOT NULL,
    type TEXT NOT NULL,
    -- The factor by which the customer authorizes the action; NULL if the agent has not named one.
    sca_factor TEXT,
    -- Expiry is not stored: expires_at decides about a pending action.
    status TEXT NOT NULL,
    -- TRUE once a part of the action was executed.
    has_begun BOOLEAN NOT NULL,
    rejection_reason TEXT,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, action_id)
);
CREATE UNIQUE INDEX agent_action_payment ON agent_action (platform_id, transaction_id);
CREATE INDEX agent_action_by_age ON agent_action (platform_id, created_at, action_id);
CREATE INDEX agent_action_by_agent ON agent_action (platform_id, agent_id, created_at, action_id);
CREATE INDEX agent_action_pending ON agent_action (platform_id, created_at, action_id) WHERE status = 'PENDING_APPROVAL';
CREATE INDEX agent_action_pending_of_agent ON agent_action (platform_id, agent_id, transaction_id)
    WHERE status = 'PENDING_APPROVAL';

-- -------- Strong customer authentication --------

-- The authentication profile of a customer: factors, sessions, failures, challenges and trusted payees. A writer
-- of the database cannot forge it without the root key.
CREATE TABLE sca_profile (
    platform_id UUID NOT NULL,
    customer_id UUID NOT NULL,
    -- Encrypted for this row; empty before the profile has content.
    encrypted   BYTEA NOT NULL,
    PRIMARY KEY (platform_id, customer_id)
);

-- A reset of a factor that a customer has lost. It changes under the lock of the customer's profile.
CREATE TABLE sca_reset (
    platform_id  UUID NOT NULL,
    reset_id     UUID NOT NULL,
    customer_id  UUID NOT NULL,
    factor       TEXT NOT NULL,
    -- Expiry is not stored: expires_at decides about a pending reset.
    status       TEXT NOT NULL,
    -- The identity provider's session for the liveness check.
    session      TEXT NOT NULL,
    expires_at   BIGINT NOT NULL,
    completed_at BIGINT,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (platform_id, reset_id)
);
CREATE INDEX sca_reset_of_customer ON sca_reset (platform_id, customer_id, created_at);

-- -------- Accounts --------

-- An account that the service holds. Its balances are in ledger_balance.
CREATE TABLE internal_account (
    platform_id UUID NOT NULL,
    account_id UUID NOT NULL,
    -- NULL if the platform itself owns the account.
    customer_id UUID,
    -- The id of the customer, or of the platform.
    owner_id UUID NOT NULL,
    currency TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    -- 0 for the account that is created automatically, higher for accounts added by operators.
    ordinal BIGINT NOT NULL,
    doc JSON NOT NULL,
    -- The time of the last change is in ledger_balance.
    created_at BIGINT NOT NULL,
    -- Covers all columns.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);

-- Concurrent requests cannot create two automatic accounts of one owner in one currency.
CREATE UNIQUE INDEX internal_account_once
    ON internal_account (platform_id, owner_id, currency, ordinal)
    WHERE status <> 'CLOSED';

-- Lists of the accounts of a platform, or of one customer, are in order of creation.
CREATE INDEX internal_account_by_age ON internal_account (platform_id, created_at, account_id);
CREATE INDEX internal_account_by_owner ON internal_account (platform_id, customer_id, created_at, account_id);
-- The accounts of an owner are locked in the order of their ids.
CREATE INDEX internal_account_live ON internal_account (platform_id, owner_id, account_id) WHERE status <> 'CLOSED';

-- An account number, address or reference that a payer names to reach an account or to pay for a quote. It is unique in
-- the deployment, because payers name no platform. It is kept when the account is closed or the quote is paid.
CREATE TABLE funding_identifier (
    platform_id UUID NOT NULL,
    identifier TEXT NOT NULL,
    -- Exactly one of account_id and quote_id is set.
    account_id UUID,
    quote_id UUID,
    -- Covers all columns.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, identifier)
);
CREATE UNIQUE INDEX funding_identifier_once ON funding_identifier (identifier);

-- A bank account, mobile-money account or wallet outside the service.
CREATE TABLE external_account (
    platform_id  UUID NOT NULL,
    account_id   UUID NOT NULL,
    -- NULL if the platform itself owns the account.
    customer_id  UUID,
    -- The id of the customer, or of the platform.
    owner_id     UUID NOT NULL,
    currency     TEXT NOT NULL,
    account_type TEXT NOT NULL,
    status       TEXT NOT NULL,
    -- Normalized currency, type and primary identifiers. An owner has at most one live account with each.
    fingerprint  TEXT NOT NULL,
    is_deleted   BOOLEAN NOT NULL,
    -- TRUE if payments to the customer's UMA address go to this account. At most one live account per customer.
    is_default_deposit BOOLEAN NOT NULL,
    doc          JSON NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    -- Covers all columns except updated_at.
    mac          BYTEA NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);

CREATE UNIQUE INDEX external_account_fingerprint
    ON external_account (platform_id, owner_id, fingerprint) WHERE NOT is_deleted;
CREATE INDEX external_account_by_owner
    ON external_account (platform_id, customer_id, created_at, account_id);
CREATE INDEX external_account_by_age ON external_account (platform_id, created_at, account_id);
CREATE INDEX external_account_waiting ON external_account (platform_id, created_at, account_id)
    WHERE status IN ('PENDING', 'UNDER_REVIEW') AND NOT is_deleted;
CREATE UNIQUE INDEX external_account_default_deposit
    ON external_account (platform_id, owner_id) WHERE is_default_deposit AND NOT is_deleted;

-- The outstanding challenge to prove the ownership of a wallet. Deleted once it is met or failed.
CREATE TABLE ownership_challenge (
    platform_id UUID NOT NULL,
    account_id  UUID NOT NULL,
    method      TEXT NOT NULL,
    -- 32 hexadecimal digits.
    nonce       TEXT NOT NULL,
    expires_at  BIGINT NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);

-- -------- Embedded wallets --------

-- The data of an embedded wallet besides its account.
CREATE TABLE wallet (
    platform_id     UUID NOT NULL,
    account_id      UUID NOT NULL,
    customer_id     UUID NOT NULL,
    organization_id UUID NOT NULL,
    user_id         UUID NOT NULL,
    wallet_id       UUID NOT NULL,
    -- The latest time in a payload of the wallet, in milliseconds. Each further payload has a later time.
    issued_ms       BIGINT NOT NULL,
    -- Certificate by the key service; NULL until the first credential is used.
    certificate     TEXT,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);
CREATE INDEX wallet_by_age ON wallet (platform_id, created_at, account_id);
CREATE INDEX wallet_by_customer ON wallet (platform_id, customer_id, created_at, account_id);

-- A credential of a wallet.
CREATE TABLE wallet_credential (
    platform_id   UUID NOT NULL,
    credential_id UUID NOT NULL,
    account_id    UUID NOT NULL,
    customer_id   UUID NOT NULL,
    type          TEXT NOT NULL,
    -- An e-mail address in lower case, a telephone number, an identity at an issuer, or the id of a passkey.
    identity      TEXT NOT NULL,
    doc           JSONB NOT NULL,
    -- Certificate by the key service; NULL until the wallet's first credential is used.
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

-- The latest one-time code of a credential.
CREATE TABLE wallet_otp (
    platform_id   UUID NOT NULL,
    credential_id UUID NOT NULL,
    status        TEXT NOT NULL,
    -- The code and its key, encrypted by the key service.
    encrypted     BYTEA NOT NULL,
    tries         BIGINT NOT NULL,
    -- Body hashes of the attempts with an unknown outcome, 32 bytes each.
    under_way     BYTEA NOT NULL,
    expires_at    BIGINT NOT NULL,
    PRIMARY KEY (platform_id, credential_id)
);

-- The times of recent challenges, failed logins and wrong codes of a credential, for the rate limits.
CREATE TABLE wallet_attempt (
    platform_id   UUID NOT NULL,
    credential_id UUID NOT NULL,
    doc           JSONB NOT NULL,
    PRIMARY KEY (platform_id, credential_id)
);

-- The number of wrong codes of a platform on one day.
CREATE TABLE wallet_wrong_code (
    platform_id UUID NOT NULL,
    -- Days since 1970-01-01 (UTC).
    day         BIGINT NOT NULL,
    codes       BIGINT NOT NULL,
    PRIMARY KEY (platform_id, day)
);

-- A session of a wallet. Ended sessions are kept.
CREATE TABLE wallet_session (
    platform_id   UUID NOT NULL,
    session_id    UUID NOT NULL,
    account_id    UUID NOT NULL,
    credential_id UUID NOT NULL,
    status        TEXT NOT NULL,
    doc           JSONB NOT NULL,
    -- Certificate by the key service.
    certificate   TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL,
    PRIMARY KEY (platform_id, session_id)
);
CREATE INDEX wallet_session_active
    ON wallet_session (platform_id, account_id, created_at, session_id) WHERE status = 'ACTIVE';

-- A request that waits, or has waited, for a signature.
CREATE TABLE wallet_request (
    platform_id UUID NOT NULL,
    request_id  UUID NOT NULL,
    account_id  UUID NOT NULL,
    -- Method and path.
    scope       TEXT NOT NULL,
    -- Hash of the body in canonical form.
    body_hash   BYTEA NOT NULL,
    status      TEXT NOT NULL,
    -- Number of wrong signatures.
    failures    BIGINT NOT NULL,
    -- The payload to sign. It is replaced by its SHA-256 when the request ends, and emptied when it expires.
    payload     TEXT NOT NULL,
    doc         JSONB NOT NULL,
    -- The signing session; NULL if no session has signed.
    session_id  UUID,
    -- The error code of a refusal, or DONE.
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

-- The authorization of a debit of a wallet.
CREATE TABLE wallet_signature (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    -- The signed payload.
    payload        TEXT NOT NULL,
    -- The signature, as it was sent.
    stamp          TEXT NOT NULL,
    -- Certificate of the signing session; NULL if the sandbox's fixed value replaces the signature.
    certificate    TEXT,
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);

-- -------- Rates, quotes and payments --------

-- An exchange rate set by an operator, for production platforms without a rate adapter.
CREATE TABLE operator_rate (
    sending TEXT NOT NULL,
    receiving TEXT NOT NULL,
    -- A plain decimal: receiving major units per sending major unit.
    rate TEXT NOT NULL,
    -- In wall time.
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (sending, receiving)
);

-- The changes of the exchange rates that operators set, for good.
CREATE TABLE operator_rate_change (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sending TEXT NOT NULL,
    receiving TEXT NOT NULL,
    -- NULL if the rate was removed.
    rate TEXT,
    actor TEXT NOT NULL,
    -- In wall time.
    at BIGINT NOT NULL
);
CREATE INDEX operator_rate_change_pair ON operator_rate_change (sending, receiving, seq);

-- The amount that a platform has sent through a corridor on the latest day. Only corridors with a limit are counted.
CREATE TABLE corridor_volume (
    platform_id UUID NOT NULL,
    corridor    TEXT NOT NULL,
    -- Days since 1970-01-01 (UTC).
    day         BIGINT NOT NULL,
    -- Smallest units of the sending currency.
    volume      BIGINT NOT NULL,
    PRIMARY KEY (platform_id, corridor)
);

-- The payment that pays a Lightning invoice, or has failed to.
CREATE TABLE invoice_payment (
    platform_id    UUID NOT NULL,
    -- The environment; for a sample, which no node can pay, the platform.
    scope          TEXT NOT NULL,
    -- The payment hash of the invoice, or the hash of a sample.
    invoice        TEXT NOT NULL,
    transaction_id UUID NOT NULL,
    PRIMARY KEY (platform_id, scope, invoice)
);

-- All platforms of an environment together pay an invoice once.
CREATE UNIQUE INDEX invoice_payment_scope ON invoice_payment (scope, invoice);

-- A priced offer to move money. It is written once; its progress is in the payment.
CREATE TABLE quote (
    platform_id    UUID NOT NULL,
    quote_id       UUID NOT NULL,
    transaction_id UUID NOT NULL,
    expires_at     BIGINT NOT NULL,
    terms          JSON NOT NULL,
    created_at     BIGINT NOT NULL,
    -- Covers all columns.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, quote_id)
);

-- The currencies and limits of a receiver, as they were shown to a sender. It is written once, except for quote_id, and
-- deleted after its expiry.
CREATE TABLE lookup (
    platform_id UUID NOT NULL,
    lookup_id   UUID NOT NULL,
    -- The sending customer; NULL for the platform itself.
    customer_id UUID,
    doc         JSON NOT NULL,
    -- The quote that used the callback of the receiver's provider: a callback serves one pay request.
    quote_id    UUID,
    expires_at  BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    -- Covers all columns except quote_id.
    mac         BYTEA NOT NULL,
    PRIMARY KEY (platform_id, lookup_id)
);
CREATE INDEX lookup_expiry ON lookup (platform_id, expires_at);

-- A signed nonce in a message of a UMA provider, whichever platform the message was for. It is kept for 15 minutes.
CREATE TABLE uma_nonce (
    domain    TEXT NOT NULL,
    nonce     TEXT NOT NULL,
    -- The time in the message. It is signed too, because many providers draw nonces of 32 bits.
    signed_at BIGINT NOT NULL,
    -- Wall time.
    seen_at   BIGINT NOT NULL,
    PRIMARY KEY (domain, nonce, signed_at)
);
CREATE INDEX uma_nonce_age ON uma_nonce (seen_at);

-- A discovery by a sender's provider, and the pay request that followed it. One row per incoming UMA payment that began
-- with messages.
CREATE TABLE uma_request (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    -- The receiver.
    customer_id    UUID NOT NULL,
    -- SHA-256 of the token in the callback.
    token_hash     BYTEA NOT NULL,
    -- The sender's provider.
    peer_domain    TEXT NOT NULL,
    -- The answer to the discovery: currencies with limits, layers with multipliers, required payer data, metadata.
    offer          JSON NOT NULL,
    -- SHA-256 of the pay request without its signature and its encrypted parts; NULL before it.
    request_hash   BYTEA,
    -- The answer to the pay request, to be repeated; NULL before the invoice is issued.
    answer         JSON,
    expires_at     BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    -- Covers all columns.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);
CREATE UNIQUE INDEX uma_request_token ON uma_request (token_hash);
CREATE INDEX uma_request_expiry ON uma_request (platform_id, expires_at);
CREATE INDEX uma_request_by_customer ON uma_request (platform_id, customer_id, created_at);
CREATE INDEX uma_request_by_domain ON uma_request (platform_id, peer_domain, created_at);

-- The post-transaction hooks of a payment over a foreign settlement layer, in both directions.
CREATE TABLE uma_hook (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    -- SHA-256 of the token in the callback that the peer was given.
    token_hash     BYTEA NOT NULL,
    peer_domain    TEXT NOT NULL,
    -- The callback that the peer gave; NULL if it wants no report.
    peer_callback  TEXT,
    -- The peer's report; NULL before it.
    received       JSONB,
    received_at    BIGINT,
    -- Attempts to send the report to the peer.
    attempts       BIGINT NOT NULL,
    sent_at        BIGINT,
    PRIMARY KEY (platform_id, transaction_id)
);
CREATE UNIQUE INDEX uma_hook_token ON uma_hook (token_hash);

-- Travel Rule data of a UMA payment, as sent, or as received and decrypted.
CREATE TABLE uma_travel_rule (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    -- The name of the data's format; NULL if the peer gave none.
    format         TEXT,
    -- Encrypted under the root key.
    encrypted      BYTEA NOT NULL,
    -- Wall time.
    stored_at      BIGINT NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);

-- The invoice fetched from a Lightning address for a payment. It is fetched once, so that no payment pays two.
CREATE TABLE lightning_invoice (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    invoice        TEXT NOT NULL,
    -- Covers all columns.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);

-- A payment that awaits a decision of its platform. The row is deleted with the decision.
CREATE TABLE approval (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    -- The event that asks for the decision.
    webhook_id     UUID NOT NULL,
    -- NULL until the event is sent.
    asked_at       BIGINT,
    -- End of the decision window, in database time.
    decide_by      BIGINT,
    PRIMARY KEY (platform_id, transaction_id)
);
CREATE UNIQUE INDEX approval_webhook ON approval (platform_id, webhook_id);
CREATE INDEX approval_overdue ON approval (decide_by) WHERE decide_by IS NOT NULL;

-- Money that matches no account and no quote. It is in suspense until an operator decides.
CREATE TABLE unmatched_deposit (
    platform_id     UUID NOT NULL,
    transaction_id  UUID NOT NULL,
    status          TEXT NOT NULL,
    -- The partner's report.
    doc             JSON NOT NULL,
    -- The deposit to which the money was credited.
    payment_id      UUID,
    -- Start of the return to the payer.
    returning_since BIGINT,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    -- Covers all columns except updated_at.
    mac             BYTEA NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);

-- A report of a partner about incoming money. Each report counts once.
CREATE TABLE deposit_event (
    platform_id    UUID NOT NULL,
    -- The partner's id of the event.
    event_id       TEXT NOT NULL,
    transaction_id UUID NOT NULL,
    PRIMARY KEY (platform_id, event_id)
);

-- A movement of money of any origin. Its progress is in payment_state: a change writes a short row and few indexes.
CREATE TABLE payment (
    platform_id            UUID NOT NULL,
    transaction_id         UUID NOT NULL,
    type                   TEXT NOT NULL,
    -- The customer on whose behalf the payment is made, or the platform's own id.
    customer_id            UUID NOT NULL,
    platform_customer_id   TEXT NOT NULL,
    -- For a platform's own payment: the customer who owns the receiving external account. Lists by customer include it.
    recipient_customer_id  UUID,
    quote_id               UUID,
    -- Account id or UMA address in its public form, as in destination_identifier.
    source_identifier      TEXT,
    destination_identifier TEXT,
    reference              TEXT,
    terms                  JSON NOT NULL,
    created_at             BIGINT NOT NULL,
    -- Covers all columns.
    mac                    BYTEA NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);

CREATE INDEX payment_by_age ON payment (platform_id, created_at, transaction_id);
CREATE INDEX payment_by_customer ON payment (platform_id, customer_id, created_at, transaction_id);
-- Each selective filter of the list of transactions has an index in the order of the list. Payments without a value
-- are not in it.
CREATE INDEX payment_by_recipient ON payment (platform_id, recipient_customer_id, created_at, transaction_id)
    WHERE recipient_customer_id IS NOT NULL;
CREATE INDEX payment_by_source ON payment (platform_id, source_identifier, created_at, transaction_id)
    WHERE source_identifier IS NOT NULL;
CREATE INDEX payment_by_destination ON payment (platform_id, destination_identifier, created_at, transaction_id)
    WHERE destination_identifier IS NOT NULL;
CREATE INDEX payment_by_reference ON payment (platform_id, reference, created_at, transaction_id)
    WHERE reference IS NOT NULL;
-- Most payments are outgoing. They are not in the index, so that it adds no cost to them.
CREATE INDEX payment_by_type ON payment (platform_id, created_at, transaction_id) WHERE type <> 'OUTGOING';

-- The progress of a payment. It is inserted and deleted together with its payment, and its row is the payment's lock.
CREATE TABLE payment_state (
    platform_id      UUID NOT NULL,
    transaction_id   UUID NOT NULL,
    -- The same as in the payment, for the order of lists.
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    status           TEXT NOT NULL,
    refund_reference TEXT,
    -- The progress besides the status.
    state            JSONB NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);
CREATE INDEX payment_state_by_status ON payment_state (platform_id, status, created_at, transaction_id);
CREATE INDEX payment_state_by_refund ON payment_state (platform_id, refund_reference, created_at, transaction_id)
    WHERE refund_reference IS NOT NULL;
-- Payments with a pending refund, in a final status or not, in the order of lists.
CREATE INDEX payment_state_refunding ON payment_state (platform_id, created_at, transaction_id)
    WHERE COALESCE(refund_reference, '') <> '' AND state -> 'refund' ->> 'status' = 'PENDING';

-- Columns that decide where money goes are immutable.
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

-- A link to an account at a stablecoin provider.
CREATE TABLE stablecoin_provider_account (
    platform_id      UUID NOT NULL,
    link_id          UUID NOT NULL,
    provider         TEXT NOT NULL,
    -- The provider's own id of the account.
    provider_account TEXT NOT NULL,
    status           TEXT NOT NULL,
    -- Encrypted under the root key.
    credentials      BYTEA NOT NULL,
    -- Time at which the provider last accepted the credentials.
    last_verified_at BIGINT NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    -- Covers platform_id, link_id, provider, provider_account and created_at.
    mac              BYTEA NOT NULL,
    PRIMARY KEY (platform_id, link_id)
);
CREATE UNIQUE INDEX stablecoin_provider_account_once
    ON stablecoin_provider_account (platform_id, provider, provider_account);
CREATE INDEX stablecoin_provider_account_by_age
    ON stablecoin_provider_account (platform_id, created_at, link_id);

-- A registered token.
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
    -- TRUE if the token was ever enabled as a currency of the service.
    was_enabled     BOOLEAN NOT NULL,
    -- Total of completed mints, in decimal digits.
    minted          TEXT NOT NULL,
    -- Total of completed burns, in decimal digits.
    burned          TEXT NOT NULL,
    doc             JSON NOT NULL,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    -- Covers the ids, provider, network, network_token, provider_token, doc and created_at.
    mac             BYTEA NOT NULL,
    PRIMARY KEY (platform_id, stablecoin_id)
);
CREATE UNIQUE INDEX stablecoin_network_token ON stablecoin (platform_id, network, network_token);
CREATE UNIQUE INDEX stablecoin_provider_token ON stablecoin (platform_id, link_id, provider_token);
CREATE INDEX stablecoin_by_age ON stablecoin (platform_id, created_at, stablecoin_id);

-- A mint or burn. It is stored under the idempotency key of its request before the provider is called.
CREATE TABLE stablecoin_operation (
    platform_id    UUID NOT NULL,
    operation_id   UUID NOT NULL,
    stablecoin_id  UUID NOT NULL,
    link_id        UUID NOT NULL,
    quote_id       UUID,
    operation_type TEXT NOT NULL,
    status         TEXT NOT NULL,
    terms          JSON NOT NULL,
    -- The provider's answer with its funding instructions; NULL until the provider accepts the operation.
    acceptance     JSON,
    progress       JSONB NOT NULL,
    scope_hash     BYTEA NOT NULL,
    key            TEXT NOT NULL,
    request_hash   BYTEA NOT NULL,
    -- Upper bound of the number of submissions to the provider.
    submissions    BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    -- Covers the ids, operation_type, terms, acceptance and created_at.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, operation_id)
);
CREATE UNIQUE INDEX stablecoin_operation_key ON stablecoin_operation (platform_id, scope_hash, key);
CREATE UNIQUE INDEX stablecoin_operation_quote ON stablecoin_operation (platform_id, quote_id)
    WHERE quote_id IS NOT NULL;
CREATE INDEX stablecoin_operation_by_age
    ON stablecoin_operation (platform_id, stablecoin_id, created_at, operation_id);
CREATE INDEX stablecoin_operation_of_platform ON stablecoin_operation (platform_id, created_at, operation_id);

-- A preview of a mint or burn.
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
    -- Covers platform_id, quote_id, stablecoin_id, operation_type, terms, expires_at and created_at.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, quote_id)
);

-- An event that a stablecoin provider has reported. Each event is recorded once.
CREATE TABLE stablecoin_notification (
    platform_id  UUID NOT NULL,
    event_id     TEXT NOT NULL,
    operation_id UUID NOT NULL,
    received_at  BIGINT NOT NULL,
    PRIMARY KEY (platform_id, event_id)
);

-- Columns that decide about mints and burns are immutable.
-- only: sqlite
CREATE TRIGGER stablecoin_provider_account_terms_kept BEFORE UPDATE OF provider, provider_account, created_at
    ON stablecoin_provider_account BEGIN
    SELECT RAISE(ABORT, 'the details of provider accounts are never changed'); END;
CREATE TRIGGER stablecoin_terms_kept BEFORE UPDATE OF link_id, provider, network, network_token, provider_token, doc,
    created_at ON stablecoin BEGIN
    SELECT RAISE(ABORT, 'the details of stablecoins are never changed'); END;
CREATE TRIGGER stablecoin_operation_terms_kept BEFORE UPDATE OF stablecoin_id, link_id, quote_id, operation_type, terms,
    created_at ON stablecoin_operation BEGIN
    SELECT RAISE(ABORT, 'the terms of mints and burns are never changed'); END;
CREATE TRIGGER stablecoin_quote_terms_kept BEFORE UPDATE OF stablecoin_id, operation_type, terms, expires_at,
    created_at ON stablecoin_quote BEGIN
    SELECT RAISE(ABORT, 'the terms of stablecoin quotes are never changed'); END;
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

-- A card.
CREATE TABLE card (
    platform_id      UUID NOT NULL,
    card_id          UUID NOT NULL,
    customer_id      UUID NOT NULL,
    -- The platform's own id of the card, never used for another card.
    platform_card_id TEXT NOT NULL,
    state            TEXT NOT NULL,
    state_reason     TEXT,
    currency         TEXT NOT NULL,
    -- Limit per debit, in the smallest unit of currency.
    max_spend        BIGINT,
    -- The funding sources in order of priority, and the issuer's data.
    doc              JSON NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    -- Covers all columns except updated_at.
    mac              BYTEA NOT NULL,
    PRIMARY KEY (platform_id, card_id)
);
CREATE UNIQUE INDEX card_own_id ON card (platform_id, platform_card_id);
CREATE INDEX card_by_age ON card (platform_id, created_at, card_id);
CREATE INDEX card_by_customer ON card (platform_id, customer_id, created_at, card_id);

-- The binding of an account to a card, present or past.
CREATE TABLE card_funding_source (
    platform_id UUID NOT NULL,
    binding_id  UUID NOT NULL,
    card_id     UUID NOT NULL,
    account_id  UUID NOT NULL,
    position    BIGINT NOT NULL,
    -- TRUE for the bindings of the last list, also after the card is closed.
    is_listed   BOOLEAN NOT NULL,
    attached_at BIGINT NOT NULL,
    detached_at BIGINT,
    PRIMARY KEY (platform_id, binding_id)
);
CREATE INDEX card_funding_source_by_card ON card_funding_source (platform_id, card_id, account_id);

-- A key that signs for a wallet when one of the wallet's cards is used.
CREATE TABLE delegated_key (
    platform_id UUID NOT NULL,
    key_id      UUID NOT NULL,
    card_id     UUID NOT NULL,
    binding_id  UUID NOT NULL,
    account_id  UUID NOT NULL,
    status      TEXT NOT NULL,
    public_key  TEXT NOT NULL,
    nickname    TEXT NOT NULL,
    -- The private key, encrypted by the key service; NULL once the key is revoked.
    encrypted   BYTEA,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    -- Covers all columns except nickname, encrypted and updated_at.
    mac         BYTEA NOT NULL,
    PRIMARY KEY (platform_id, key_id)
);
CREATE INDEX delegated_key_by_account ON delegated_key (platform_id, account_id, created_at, key_id);
CREATE INDEX delegated_key_by_binding ON delegated_key (platform_id, binding_id, created_at, key_id);
CREATE INDEX delegated_key_by_card ON delegated_key (platform_id, card_id, status, key_id);
CREATE UNIQUE INDEX delegated_key_active ON delegated_key (platform_id, binding_id) WHERE status = 'ACTIVE';

-- A request for the address of the page that shows the number of a card.
CREATE TABLE card_reveal (
    platform_id UUID NOT NULL,
    reveal_id   UUID NOT NULL,
    card_id     UUID NOT NULL,
    -- The API token of the request.
    token_id    UUID NOT NULL,
    -- The network address of the caller, if it is known.
    address     TEXT,
    revealed_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, card_id, revealed_at, reveal_id)
);

-- -------- Card transactions --------

-- An authorization of a card, with all clearings, pulls and returns that followed.
CREATE TABLE card_transaction (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    card_id        UUID NOT NULL,
    customer_id    UUID NOT NULL,
    -- The funding source.
    account_id     UUID NOT NULL,
    -- The issuer's id of the transaction.
    issuer_token   TEXT NOT NULL,
    direction      TEXT NOT NULL,
    status         TEXT NOT NULL,
    -- TRUE if money that the account could not take is in suspense.
    has_suspended  BOOLEAN NOT NULL,
    -- TRUE if the service carries a part of a clearing that can be collected from the account.
    has_shortfall  BOOLEAN NOT NULL,
    -- Merchant, currencies and amounts.
    doc            JSON NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    -- Covers all columns except has_suspended, has_shortfall and updated_at.
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
CREATE INDEX card_transaction_short ON card_transaction (platform_id, created_at, transaction_id) WHERE has_shortfall;

-- A debit of a card's funding source. Amounts are in the card's currency.
CREATE TABLE card_pull (
    platform_id    UUID NOT NULL,
    pull_id        UUID NOT NULL,
    transaction_id UUID NOT NULL,
    number         BIGINT NOT NULL,
    status         TEXT NOT NULL,
    amount         BIGINT NOT NULL,
    captured       BIGINT NOT NULL,
    released       BIGINT NOT NULL,
    -- The delegated key that has signed; NULL if the funding source needs no signature.
    key_id         UUID,
    signature      TEXT,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    -- Covers all columns except updated_at.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, pull_id)
);
CREATE UNIQUE INDEX card_pull_number ON card_pull (platform_id, transaction_id, number);

-- A refund by a merchant.
CREATE TABLE card_return (
    platform_id    UUID NOT NULL,
    return_id      UUID NOT NULL,
    transaction_id UUID NOT NULL,
    -- Number of the event within its transaction.
    number         BIGINT NOT NULL,
    -- In the card's currency.
    amount         BIGINT NOT NULL,
    -- NULL unless the merchant has reversed the return.
    reversed_at    BIGINT,
    created_at     BIGINT NOT NULL,
    -- Covers all columns.
    mac            BYTEA NOT NULL,
    PRIMARY KEY (platform_id, return_id)
);
CREATE UNIQUE INDEX card_return_number ON card_return (platform_id, transaction_id, number);

-- An event that an issuer has reported. Each event is recorded once.
CREATE TABLE card_event (
    platform_id    UUID NOT NULL,
    event_id       TEXT NOT NULL,
    issuer_token   TEXT NOT NULL,
    -- The transaction to which the event was applied; NULL if the event was refused.
    transaction_id UUID,
    -- Number of the event within its transaction.
    number         BIGINT,
    doc            JSONB NOT NULL,
    received_at    BIGINT NOT NULL,
    PRIMARY KEY (platform_id, event_id)
);
CREATE UNIQUE INDEX card_event_number ON card_event (platform_id, transaction_id, number)
    WHERE transaction_id IS NOT NULL;

-- An issuer's request to send a code to a cardholder. Each request is recorded once.
CREATE TABLE card_code (
    platform_id UUID NOT NULL,
    event_id    TEXT NOT NULL,
    card_id     UUID NOT NULL,
    channel     TEXT,
    -- The code, encrypted for its card and event; NULL once it is sent or expired, or if the request was refused.
    encrypted   BYTEA,
    expires_at  BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    -- In wall time.
    stored_at   BIGINT NOT NULL,
    PRIMARY KEY (platform_id, event_id)
);
CREATE INDEX card_code_age ON card_code (stored_at);

-- -------- Directories --------

-- Operators import the directories, one per environment. A new deployment has samples for the sandbox.

-- A bank or mobile-money provider.
CREATE TABLE bank (
    environment TEXT NOT NULL CHECK (environment IN ('SANDBOX', 'PRODUCTION')),
    country TEXT NOT NULL,
    currency TEXT NOT NULL,
    bank_name TEXT NOT NULL,
    display_name TEXT NOT NULL,
    -- The rails that reach it, default first, separated by blanks.
    rails TEXT NOT NULL,
    PRIMARY KEY (environment, currency, country, bank_name)
);

-- A virtual asset service provider (VASP).
CREATE TABLE vasp (
    environment TEXT NOT NULL CHECK (environment IN ('SANDBOX', 'PRODUCTION')),
    name TEXT NOT NULL,
    url TEXT,
    PRIMARY KEY (environment, name)
);
-- only: postgres
-- Both engines order the names by their bytes.
ALTER TABLE vasp ALTER COLUMN name TYPE TEXT COLLATE "C";
-- end

-- A provider of UMA addresses.
CREATE TABLE uma_provider (
    environment TEXT NOT NULL CHECK (environment IN ('SANDBOX', 'PRODUCTION')),
    domain TEXT NOT NULL,
    doc JSONB NOT NULL,
    PRIMARY KEY (environment, domain)
);

-- An operator's decision whether a platform may deal with a provider of UMA addresses.
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

-- -------- Simulated partners of the sandbox --------

-- A payout, as the simulated rail has recorded it. A real partner keeps such records in a system of its own.
CREATE TABLE sandbox_payout (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    -- Time of the first submission or of the release.
    accepted_at    BIGINT NOT NULL,
    -- 0 if the payout was released without a submission.
    submissions    BIGINT NOT NULL,
    -- Time at which the rail gave up the payout and released its money.
    released_at    BIGINT,
    PRIMARY KEY (platform_id, transaction_id)
);

-- A direct debit, as the simulated rail has recorded it. The columns are those of sandbox_payout.
CREATE TABLE sandbox_debit (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    accepted_at    BIGINT NOT NULL,
    submissions    BIGINT NOT NULL,
    released_at    BIGINT,
    PRIMARY KEY (platform_id, transaction_id)
);

-- A refund of money that was paid in, as the simulated rail has recorded it. The columns are those of sandbox_payout.
-- released_at is always NULL, because this rail pays every refund.
CREATE TABLE sandbox_refund (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    accepted_at    BIGINT NOT NULL,
    submissions    BIGINT NOT NULL,
    released_at    BIGINT,
    PRIMARY KEY (platform_id, transaction_id)
);

-- A transfer, as the simulated stablecoin provider has recorded it.
CREATE TABLE sandbox_stablecoin_transfer (
    platform_id  UUID NOT NULL,
    operation_id UUID NOT NULL,
    accepted_at  BIGINT NOT NULL,
    submissions  BIGINT NOT NULL,
    -- Time at which the transfer was funded completely.
    funded_at    BIGINT,
    -- Time at which the transfer was cancelled, or its funds were rejected.
    canceled_at  BIGINT,
    -- TRUE if the provider's balance was too low.
    is_short     BOOLEAN NOT NULL,
    -- TRUE if the tokens of a failed burn are back in the provider's balance.
    is_settled   BOOLEAN NOT NULL,
    PRIMARY KEY (platform_id, operation_id)
);

-- A page on which the simulated issuer shows the number of a card.
CREATE TABLE sandbox_card_page (
    platform_id UUID NOT NULL,
    -- SHA-256 of the token of the page.
    token_hash  BYTEA NOT NULL,
    card_id     UUID NOT NULL,
    expires_at  BIGINT NOT NULL,
    PRIMARY KEY (platform_id, token_hash)
);
CREATE UNIQUE INDEX sandbox_card_page_token ON sandbox_card_page (token_hash);
CREATE INDEX sandbox_card_page_expiry ON sandbox_card_page (expires_at);

-- A fault of the simulated partners of a platform, which an operator has set for a rehearsal.
CREATE TABLE sandbox_fault (
    platform_id UUID NOT NULL,
    name        TEXT NOT NULL,
    -- The answers that it still concerns; NULL if it lasts until it is cleared.
    remaining   BIGINT,
    -- In wall time.
    set_at      BIGINT NOT NULL,
    PRIMARY KEY (platform_id, name)
);

-- A message to an end user that was rendered and not sent.
CREATE TABLE sandbox_message (
    platform_id UUID NOT NULL,
    message_id  UUID NOT NULL,
    -- The whole message, encrypted under the root key.
    encrypted   BYTEA NOT NULL,
    rendered_at BIGINT NOT NULL,
    -- In wall time.
    stored_at   BIGINT NOT NULL,
    PRIMARY KEY (platform_id, message_id)
);
CREATE INDEX sandbox_message_by_age ON sandbox_message (platform_id, stored_at, message_id);
CREATE INDEX sandbox_message_age ON sandbox_message (stored_at);

-- A platform's balance of a token at the simulated stablecoin provider. Without a row, it is the initial balance.
CREATE TABLE sandbox_stablecoin_balance (
    platform_id   UUID NOT NULL,
    stablecoin_id UUID NOT NULL,
    -- In decimal digits.
    balance       TEXT NOT NULL,
    PRIMARY KEY (platform_id, stablecoin_id)
);
