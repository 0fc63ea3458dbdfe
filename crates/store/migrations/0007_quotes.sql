-- Priced offers to move money. A quote and its payment change together; the quote's row is the one to lock.
CREATE TABLE quote (
    platform_id    UUID NOT NULL,
    quote_id       UUID NOT NULL,
    transaction_id UUID NOT NULL,
    status         TEXT NOT NULL,
    expires_at     BIGINT NOT NULL,
    doc            JSONB NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    PRIMARY KEY (platform_id, quote_id)
);
