-- Most payments go out; those that come in are listed without a walk through all others. Making the many costs nothing.
CREATE INDEX payment_by_type ON payment (platform_id, type, created_at, transaction_id) WHERE type <> 'OUTGOING';
