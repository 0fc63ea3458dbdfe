-- The double-entry ledger. Amounts are smallest units; a credit is positive, a debit negative.

-- The guarded balances of an internal account. seq counts its entries; only available can be below zero.
-- changed_at is the platform's time of the last entry, 0 before the first.
CREATE TABLE ledger_balance (
    platform_id UUID NOT NULL,
    account_id UUID NOT NULL,
    currency TEXT NOT NULL,
    available BIGINT NOT NULL,
    held BIGINT NOT NULL CHECK (held >= 0),
    unsettled BIGINT NOT NULL CHECK (unsettled >= 0),
    seq BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, account_id)
);
-- only: postgres
-- A lane locks the accounts of many closures before it knows their platforms.
CREATE UNIQUE INDEX ledger_balance_account ON ledger_balance (account_id);
-- end

-- One line of a posting. account_id, seq and balance_after are of guarded accounts (AV, HO, UN) only;
-- overdraft: the debit was allowed to bring the balance below zero.
CREATE TABLE ledger_entry (
    platform_id UUID NOT NULL,
    journal_id UUID NOT NULL,
    line BIGINT NOT NULL,
    kind TEXT NOT NULL,
    code TEXT NOT NULL,
    account_id UUID,
    quote_id UUID,
    transaction_id UUID,
    currency TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount <> 0),
    seq BIGINT,
    balance_after BIGINT,
    overdraft BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (platform_id, journal_id, line),
    CHECK ((account_id IS NULL) = (seq IS NULL)),
    CHECK ((account_id IS NULL) = (balance_after IS NULL))
);
CREATE UNIQUE INDEX ledger_entry_account ON ledger_entry (platform_id, account_id, seq)
    WHERE account_id IS NOT NULL;
CREATE INDEX ledger_entry_quote ON ledger_entry (platform_id, quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX ledger_entry_transaction ON ledger_entry (platform_id, transaction_id)
    WHERE transaction_id IS NOT NULL;

-- Journals that wait to be sealed.
CREATE TABLE ledger_unsealed (
    platform_id UUID NOT NULL,
    journal_id UUID NOT NULL,
    PRIMARY KEY (platform_id, journal_id)
);

-- Sealed blocks; each carries the hash of the one before.
CREATE TABLE ledger_block (
    platform_id UUID NOT NULL,
    number BIGINT NOT NULL,
    previous_hash BYTEA NOT NULL,
    entries BIGINT NOT NULL,
    sums JSONB NOT NULL,
    hash BYTEA NOT NULL,
    key_id BIGINT NOT NULL,
    mac BYTEA NOT NULL,
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (platform_id, number)
);

-- Which journal stands where in which block.
CREATE TABLE ledger_sealed (
    platform_id UUID NOT NULL,
    journal_id UUID NOT NULL,
    block BIGINT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (platform_id, journal_id)
);
CREATE UNIQUE INDEX ledger_sealed_block ON ledger_sealed (platform_id, block, position);

-- The balance of an accumulating account over all blocks up to this one.
CREATE TABLE ledger_checkpoint (
    platform_id UUID NOT NULL,
    code TEXT NOT NULL,
    currency TEXT NOT NULL,
    block BIGINT NOT NULL,
    balance BIGINT NOT NULL,
    PRIMARY KEY (platform_id, code, currency, block)
);

-- What is booked stays as it is: corrections are postings of their own.
-- only: sqlite
CREATE TRIGGER ledger_entry_kept_u BEFORE UPDATE ON ledger_entry BEGIN
    SELECT RAISE(ABORT, 'ledger entries are never changed'); END;
CREATE TRIGGER ledger_entry_kept_d BEFORE DELETE ON ledger_entry BEGIN
    SELECT RAISE(ABORT, 'ledger entries are never changed'); END;
CREATE TRIGGER ledger_block_kept_u BEFORE UPDATE ON ledger_block BEGIN
    SELECT RAISE(ABORT, 'ledger blocks are never changed'); END;
CREATE TRIGGER ledger_block_kept_d BEFORE DELETE ON ledger_block BEGIN
    SELECT RAISE(ABORT, 'ledger blocks are never changed'); END;
CREATE TRIGGER ledger_sealed_kept_u BEFORE UPDATE ON ledger_sealed BEGIN
    SELECT RAISE(ABORT, 'ledger blocks are never changed'); END;
CREATE TRIGGER ledger_sealed_kept_d BEFORE DELETE ON ledger_sealed BEGIN
    SELECT RAISE(ABORT, 'ledger blocks are never changed'); END;
CREATE TRIGGER ledger_checkpoint_kept_u BEFORE UPDATE ON ledger_checkpoint BEGIN
    SELECT RAISE(ABORT, 'ledger checkpoints are never changed'); END;
CREATE TRIGGER ledger_checkpoint_kept_d BEFORE DELETE ON ledger_checkpoint BEGIN
    SELECT RAISE(ABORT, 'ledger checkpoints are never changed'); END;
-- end
-- only: postgres
CREATE FUNCTION ledger_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$;
CREATE TRIGGER ledger_entry_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
CREATE TRIGGER ledger_block_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_block
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
CREATE TRIGGER ledger_sealed_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_sealed
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
CREATE TRIGGER ledger_checkpoint_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
-- end
