-- What the simulated collection rail has accepted, how often it was told to pull, and what it gave up. Apart from the
-- service's own tables, as a real partner would keep it elsewhere.
CREATE TABLE sandbox_collection (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    accepted_at    BIGINT NOT NULL,
    submissions    BIGINT NOT NULL,
    released_at    BIGINT,
    PRIMARY KEY (platform_id, transaction_id)
);
