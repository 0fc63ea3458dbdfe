-- What the simulated payout rail has accepted. It stands apart from the service's own tables, because a real
-- partner would keep it elsewhere.
CREATE TABLE sandbox_payout (
    platform_id    UUID NOT NULL,
    transaction_id UUID NOT NULL,
    accepted_at    BIGINT NOT NULL,
    PRIMARY KEY (platform_id, transaction_id)
);
