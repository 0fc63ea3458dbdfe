-- Platforms, their tokens, and what the service needs to do its work safely.
-- Times are milliseconds since 1970-01-01T00:00:00Z. Columns named *_at on a resource are the platform's
-- time; those marked "wall" are the wall clock's.

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
CREATE INDEX idempotency_expiry ON idempotency (expires_at);

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
