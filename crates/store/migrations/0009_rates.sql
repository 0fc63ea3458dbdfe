-- The operator's exchange rates, for production platforms without a rate adapter. updated_at is wall time.
CREATE TABLE operator_rate (
    sending TEXT NOT NULL,
    receiving TEXT NOT NULL,
    -- A plain decimal: receiving major units per sending major unit.
    rate TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (sending, receiving)
);
