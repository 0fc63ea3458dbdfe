-- Every filter of the list of transactions that leaves few of them has its way in the order of the list. What most
-- payments do not have is not in the index.
CREATE INDEX payment_by_recipient ON payment (platform_id, recipient_customer_id, created_at, transaction_id)
    WHERE recipient_customer_id IS NOT NULL;
CREATE INDEX payment_by_source ON payment (platform_id, source_identifier, created_at, transaction_id)
    WHERE source_identifier IS NOT NULL;
CREATE INDEX payment_by_destination ON payment (platform_id, destination_identifier, created_at, transaction_id)
    WHERE destination_identifier IS NOT NULL;
CREATE INDEX payment_by_reference ON payment (platform_id, reference, created_at, transaction_id)
    WHERE reference IS NOT NULL;
CREATE INDEX payment_by_refund ON payment (platform_id, refund_reference, created_at, transaction_id)
    WHERE refund_reference IS NOT NULL;
-- The only one that an execution changes.
CREATE INDEX payment_by_status ON payment (platform_id, status, created_at, transaction_id);
-- Deleted customers are found too: their payments carry the identifier.
CREATE INDEX customer_by_own_id ON customer (platform_id, platform_customer_id);
