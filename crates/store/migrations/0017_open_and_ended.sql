-- What is looked for among few is found without walking through everything that there is.

-- Events whose delivery has ended, the longest unchanged first: the others stay, however old they are.
CREATE INDEX outbox_ended ON outbox (updated_at) WHERE status <> 'DUE';

-- Payments whose money is on its way back, final or not.
CREATE INDEX payment_refunding ON payment (platform_id)
    WHERE COALESCE(refund_reference, '') <> '' AND doc -> 'refund' ->> 'status' = 'PENDING';
