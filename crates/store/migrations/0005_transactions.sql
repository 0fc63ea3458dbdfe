-- Movements of money as the platform sees them.
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
    doc                    JSONB NOT NULL,
    created_at             BIGINT NOT NULL,
    updated_at             BIGINT NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);

CREATE INDEX payment_by_age ON payment (platform_id, created_at, transaction_id);
CREATE INDEX payment_by_customer ON payment (platform_id, customer_id, created_at, transaction_id);
