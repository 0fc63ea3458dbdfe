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

-- -------- Rails of the deployment (rails 19) --------

-- The tables of the deployment have no column platform_id. Times are wall time, unless a comment names another clock.

-- A rail: an adapter as an operator has added it.
CREATE TABLE rail (
    rail_id UUID NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('PAUSED', 'ENABLED', 'SUSPENDED')),
    -- Address, address ranges, limits by currency, minor version, and the row of secret_key that signs requests.
    doc JSON NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- Covers all columns.
    mac BYTEA NOT NULL
);
CREATE UNIQUE INDEX rail_name ON rail (name);

-- A public key of an adapter.
CREATE TABLE rail_key (
    key_id UUID NOT NULL PRIMARY KEY,
    rail_id UUID NOT NULL,
    -- The 32 bytes of an Ed25519 key.
    public_key BYTEA NOT NULL,
    added_at BIGINT NOT NULL,
    -- From this time on, signatures of the key count no more.
    revoked_at BIGINT,
    -- Covers all columns.
    mac BYTEA NOT NULL
);
CREATE INDEX rail_key_of_rail ON rail_key (rail_id, added_at, key_id);

-- An account at a partner, under the operator's name. Rails may share it.
CREATE TABLE rail_account (
    account_id UUID NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    currency TEXT NOT NULL,
    -- The platform in whose ledger money is booked that belongs to no payment.
    home_platform UUID NOT NULL,
    created_at BIGINT NOT NULL,
    -- Covers all columns.
    mac BYTEA NOT NULL
);
CREATE UNIQUE INDEX rail_account_name ON rail_account (name);

-- The rail account that an adapter means by an account of its capabilities.
CREATE TABLE rail_binding (
    binding_id UUID NOT NULL PRIMARY KEY,
    rail_id UUID NOT NULL,
    -- The adapter's id of the account.
    theirs TEXT NOT NULL,
    account_id UUID NOT NULL,
    created_at BIGINT NOT NULL,
    -- Covers all columns.
    mac BYTEA NOT NULL
);
CREATE UNIQUE INDEX rail_binding_theirs ON rail_binding (rail_id, theirs);

-- A route from a payment to the corridor of a rail.
CREATE TABLE rail_route (
    route_id UUID NOT NULL PRIMARY KEY,
    -- NULL if the route is for all platforms.
    for_platform UUID,
    account_type TEXT NOT NULL,
    -- NULL if the account type has no payment rails.
    payment_rail TEXT,
    currency TEXT NOT NULL,
    direction TEXT NOT NULL CHECK (direction IN ('PAYOUT', 'COLLECTION')),
    -- The smallest and the largest amount, in the smallest unit of currency.
    minimum BIGINT NOT NULL,
    maximum BIGINT,
    -- Routes of a lower rank come first.
    rank BIGINT NOT NULL,
    rail_id UUID NOT NULL,
    corridor TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Covers all columns.
    mac BYTEA NOT NULL
);
CREATE INDEX rail_route_of_rail ON rail_route (rail_id, route_id);

-- The progress of the service with a rail.
CREATE TABLE rail_state (
    rail_id UUID NOT NULL PRIMARY KEY,
    -- The last valid capabilities, and the time at which the adapter told them.
    capabilities JSON,
    capabilities_at BIGINT,
    -- The id of the adapter's database.
    memory_id UUID,
    -- The sequence and the mark of the last feed item that was read; 0 before the first.
    cursor BIGINT NOT NULL,
    cursor_mark TEXT,
    -- The last item that was skipped, because the adapter no longer kept the next ones; 0 if none was.
    skipped_to BIGINT NOT NULL,
    -- The highest sequence that an answer has shown, and its mark; 0 before the first.
    top_sequence BIGINT NOT NULL,
    top_mark TEXT,
    -- Database time at which the feed was last read to its end.
    feed_read_at BIGINT,
    -- NULL while the adapter answers.
    degraded_at BIGINT,
    -- The kind of the alert for which the rail is suspended.
    suspended_for TEXT,
    -- The process that follows the feed, and the end of its lease in database time.
    lease_holder UUID,
    lease_until BIGINT
);

-- An item of a rail's feed, as far as later copies of it are compared with it.
CREATE TABLE rail_item (
    rail_id UUID NOT NULL,
    -- The id of the adapter's database, whose sequences begin with 1.
    memory_id UUID NOT NULL,
    sequence BIGINT NOT NULL,
    mark TEXT NOT NULL,
    -- MEMORY if only the mark was seen, beside an answer.
    kind TEXT NOT NULL,
    -- The columns of an order; NULL in items of other kinds.
    transaction_id UUID,
    order_kind TEXT,
    revision BIGINT,
    state TEXT,
    amount BIGINT,
    currency TEXT,
    -- The time of the change, on the adapter's clock.
    at BIGINT NOT NULL,
    read_at BIGINT NOT NULL,
    -- Time at which an operator has accepted that the order is unknown here.
    accepted_at BIGINT,
    PRIMARY KEY (rail_id, memory_id, sequence)
);
CREATE INDEX rail_item_subject ON rail_item (transaction_id, order_kind, rail_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX rail_item_age ON rail_item (read_at);

-- A nonce of a push, which is refused when it comes again.
CREATE TABLE rail_nonce (
    rail_id UUID NOT NULL,
    -- SHA-256 of the nonce.
    nonce_hash BYTEA NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (rail_id, nonce_hash)
);
CREATE INDEX rail_nonce_age ON rail_nonce (seen_at);

-- A claim of an adapter that contradicts another one, of the last day and since its rail was last resumed; as many as
-- matter for the pause of the rail.
CREATE TABLE rail_contradiction (
    rail_id UUID NOT NULL,
    -- SHA-256 of the claim.
    claim_hash BYTEA NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (rail_id, claim_hash)
);

-- The version of all rails. The table is empty before the first change.
CREATE TABLE rail_version (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    -- Replaced with each change of a rail, its keys, accounts, bindings, routes, capabilities, or degradation.
    version UUID NOT NULL
);

-- -------- Orders of platforms --------

-- An order to a rail, stored before it is sent. Without a rail it is a tombstone: cancelled before it was stored.
CREATE TABLE rail_order (
    platform_id UUID NOT NULL,
    order_id UUID NOT NULL,
    transaction_id UUID NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('PAYOUT', 'COLLECTION', 'REFUND')),
    rail_id UUID,
    account_id UUID,
    corridor TEXT,
    currency TEXT NOT NULL,
    amount BIGINT NOT NULL,
    -- The bytes that every submission sends, and their SHA-256.
    body BYTEA,
    digest BYTEA,
    -- The short reference.
    short TEXT,
    -- The id of the adapter's database at the first submission.
    memory_id UUID,
    -- STORED or REFUSED before the first record, or the state of the last record.
    state TEXT NOT NULL,
    revision BIGINT,
    -- The last record as the adapter has told it.
    record JSON,
    -- Time from which the record waits for an operator, and the operator's release.
    held_at BIGINT,
    released_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- Covers all columns.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, order_id),
    CHECK ((rail_id IS NULL) = (body IS NULL))
);
CREATE UNIQUE INDEX rail_order_of_payment ON rail_order (platform_id, transaction_id, kind);
CREATE INDEX rail_order_open ON rail_order (rail_id, created_at)
    WHERE state IN ('STORED', 'REFUSED', 'RECEIVED', 'SENT', 'ACCEPTED', 'IN_DOUBT');
CREATE UNIQUE INDEX rail_order_short ON rail_order (rail_id, short) WHERE short IS NOT NULL;
CREATE INDEX rail_order_of_rail ON rail_order (rail_id, transaction_id, kind);
CREATE INDEX rail_order_by_day ON rail_order (rail_id, created_at, state);
CREATE INDEX rail_order_by_change ON rail_order (rail_id, updated_at, state);

-- A signed answer that has changed a payment, or contradicts an earlier one. The adapter's signature is its proof.
CREATE TABLE rail_evidence (
    platform_id UUID NOT NULL,
    evidence_id UUID NOT NULL,
    order_id UUID NOT NULL,
    rail_id UUID NOT NULL,
    -- The row of rail_key whose key has signed.
    key_id UUID NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('ANSWER', 'CONTRADICTION')),
    -- SHA-256 of the request's body.
    request_digest BYTEA NOT NULL,
    -- The signed text.
    base TEXT NOT NULL,
    signature BYTEA NOT NULL,
    body BYTEA NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, evidence_id)
);
CREATE INDEX rail_evidence_of_order ON rail_evidence (platform_id, order_id, at, evidence_id);

-- The rail account of a line of cash, or of a part of one.
CREATE TABLE cash_movement (
    platform_id UUID NOT NULL,
    movement_id UUID NOT NULL,
    journal_id UUID NOT NULL,
    line BIGINT NOT NULL,
    part BIGINT NOT NULL,
    transaction_id UUID NOT NULL,
    -- NULL for a part that is no rail account's.
    account_id UUID,
    currency TEXT NOT NULL,
    amount BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Covers all columns.
    mac BYTEA NOT NULL,
    PRIMARY KEY (platform_id, movement_id)
);
CREATE UNIQUE INDEX cash_movement_line ON cash_movement (platform_id, journal_id, line, part);
CREATE INDEX cash_movement_of_payment ON cash_movement (platform_id, transaction_id, journal_id, line, part);
CREATE INDEX cash_movement_of_account ON cash_movement (account_id, created_at, movement_id);

-- Columns that decide where money goes are immutable.
-- only: sqlite
CREATE TRIGGER rail_key_terms_kept BEFORE UPDATE OF rail_id, public_key, added_at ON rail_key BEGIN
    SELECT RAISE(ABORT, 'the keys of rails are never changed'); END;
CREATE TRIGGER rail_account_terms_kept BEFORE UPDATE OF name, currency, home_platform, created_at
    ON rail_account BEGIN
    SELECT RAISE(ABORT, 'rail accounts are never changed'); END;
CREATE TRIGGER rail_binding_terms_kept BEFORE UPDATE OF rail_id, theirs, account_id, created_at ON rail_binding BEGIN
    SELECT RAISE(ABORT, 'the bindings of rails are never changed'); END;
CREATE TRIGGER rail_route_terms_kept BEFORE UPDATE OF for_platform, account_type, payment_rail, currency, direction,
    minimum, maximum, rank, rail_id, corridor, created_at ON rail_route BEGIN
    SELECT RAISE(ABORT, 'routes are never changed'); END;
CREATE TRIGGER rail_order_terms_kept BEFORE UPDATE OF transaction_id, kind, rail_id, account_id, corridor, currency,
    amount, body, digest, short, created_at ON rail_order BEGIN
    SELECT RAISE(ABORT, 'the terms of orders are never changed'); END;
CREATE TRIGGER rail_evidence_terms_kept BEFORE UPDATE OF order_id, rail_id, key_id, what, request_digest, base,
    signature, body, at ON rail_evidence BEGIN
    SELECT RAISE(ABORT, 'evidence is never changed'); END;
CREATE TRIGGER cash_movement_terms_kept BEFORE UPDATE OF journal_id, line, part, transaction_id, account_id, currency,
    amount, created_at ON cash_movement BEGIN
    SELECT RAISE(ABORT, 'cash movements are never changed'); END;
-- end
-- only: postgres
CREATE TRIGGER rail_key_terms_kept BEFORE UPDATE OF rail_id, public_key, added_at ON rail_key
    FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER rail_account_terms_kept BEFORE UPDATE OF name, currency, home_platform, created_at ON rail_account
    FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER rail_binding_terms_kept BEFORE UPDATE OF rail_id, theirs, account_id, created_at ON rail_binding
    FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER rail_route_terms_kept BEFORE UPDATE OF for_platform, account_type, payment_rail, currency, direction,
    minimum, maximum, rank, rail_id, corridor, created_at ON rail_route
    FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER rail_order_terms_kept BEFORE UPDATE OF transaction_id, kind, rail_id, account_id, corridor, currency,
    amount, body, digest, short, created_at ON rail_order FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER rail_evidence_terms_kept BEFORE UPDATE OF order_id, rail_id, key_id, what, request_digest, base,
    signature, body, at ON rail_evidence FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
CREATE TRIGGER cash_movement_terms_kept BEFORE UPDATE OF journal_id, line, part, transaction_id, account_id, currency,
    amount, created_at ON cash_movement FOR EACH STATEMENT EXECUTE FUNCTION terms_are_kept();
-- end

-- -------- Console --------

-- Rows about the sign-in of operators to the console. All times are wall time. A person is a user of operator_user, or
-- the owner of the deployment, whose uid is NULL.

-- A link that signs in once.
CREATE TABLE console_link (
    link_id UUID NOT NULL PRIMARY KEY,
    uid BIGINT,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- NULL until it is used.
    used_at BIGINT,
    -- Keyed hash over the secret, id, uid, name and expiry.
    secret_hash BYTEA NOT NULL
);
CREATE INDEX console_link_expired ON console_link (expires_at);

-- A session of a browser. An ended one has no row.
CREATE TABLE console_session (
    session_id UUID NOT NULL PRIMARY KEY,
    uid BIGINT,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- The last request, recorded once a minute.
    seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- The last check of a passkey. NULL without one.
    verified_at BIGINT,
    -- Keyed hash over the secret, id, uid, name, expiry and the last check of a passkey.
    secret_hash BYTEA NOT NULL
);
CREATE INDEX console_session_expired ON console_session (expires_at);

-- A passkey of a person.
CREATE TABLE console_passkey (
    passkey_id UUID NOT NULL PRIMARY KEY,
    uid BIGINT,
    name TEXT NOT NULL,
    -- The id that its authenticator has given it.
    credential BYTEA NOT NULL,
    -- Public key and relying party.
    doc JSON NOT NULL,
    sign_count BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT,
    -- Keyed hash over id, uid, name, credential, doc and counter.
    hash BYTEA NOT NULL
);
CREATE UNIQUE INDEX console_passkey_credential ON console_passkey (credential);
CREATE INDEX console_passkey_of_person ON console_passkey (name);

-- A challenge for a passkey, or the one-time address of a document. Its row is deleted with its use.
CREATE TABLE console_challenge (
    challenge_id UUID NOT NULL PRIMARY KEY,
    -- The session or the link that it is bound to.
    bound_to UUID NOT NULL,
    purpose TEXT NOT NULL,
    -- The document; NULL for a challenge.
    subject TEXT,
    expires_at BIGINT NOT NULL,
    -- Keyed hash over the challenge, id, binding, purpose, subject and expiry.
    secret_hash BYTEA NOT NULL
);
CREATE INDEX console_challenge_expired ON console_challenge (expires_at);
