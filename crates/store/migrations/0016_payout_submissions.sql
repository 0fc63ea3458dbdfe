-- What the simulated rail remembers of a payout besides: how often it was told to pay (never, where it was asked for
-- the money of a payout that it had not seen), and when it gave the money free.
ALTER TABLE sandbox_payout ADD COLUMN submissions BIGINT NOT NULL DEFAULT 1;
ALTER TABLE sandbox_payout ADD COLUMN released_at BIGINT;
