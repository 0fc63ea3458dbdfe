-- Few entries stand in suspense, among all that there are.
CREATE INDEX ledger_entry_suspense ON ledger_entry (platform_id, transaction_id) WHERE code = 'SU';
