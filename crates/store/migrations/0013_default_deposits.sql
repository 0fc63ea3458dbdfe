-- Whether payments to its customer's UMA address go to the account: at most one live account of each customer.
ALTER TABLE external_account ADD COLUMN is_default_deposit BOOLEAN NOT NULL DEFAULT FALSE;

CREATE UNIQUE INDEX external_account_default_deposit
    ON external_account (platform_id, owner_id) WHERE is_default_deposit AND NOT is_deleted;
