-- What is looked for again and again is found without walking through everything that is done.
CREATE INDEX outbox_given_up ON outbox (platform_id, due_at) WHERE status = 'GIVEN_UP';
CREATE INDEX ledger_checkpoint_block ON ledger_checkpoint (platform_id, block);
