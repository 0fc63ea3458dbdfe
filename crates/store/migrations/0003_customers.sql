-- Customers of platforms and the terms that their end users accept. All times are the platform's.

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
