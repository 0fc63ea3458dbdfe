//! Balances of the accounts that only accumulate entries: checkpointed up to a block, summed from there on.

use std::collections::BTreeMap;

use causeway_domain::Amount;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::AccountCode;

use super::sum;
use crate::{Error, Row, Tx, params};

/// Maximum number of blocks per fold.
const FOLD_BLOCKS: i64 = 100;

/// The balance of an accumulating account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountTotal {
    /// The account; QE is one account over all quotes here.
    pub code: AccountCode,
    /// Credits less debits, in smallest units of its currency.
    pub balance: Amount,
}

/// Folds the next sealed blocks of a platform into its checkpoints: for each account that they moved, the
/// balance over all blocks up to the last of them. Returns the number of that block, or `None` if there are
/// no blocks to fold, or if a balance exceeds 64 bits: checkpoints end before that.
///
/// Two concurrent folds both begin at the last checkpoints that they saw, so both are right; if they end at
/// the same block, one is rerun.
pub fn fold(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<i64>, Error> {
    let folded = last_folded(tx, platform)?;
    let last = tx.query_one(
        "SELECT COALESCE(MAX(number), 0) AS number FROM ledger_block WHERE platform_id = $1 AND number <= $2",
        params![platform, folded + FOLD_BLOCKS],
        |row| row.get::<i64>("number"),
    )?;
    if last <= folded {
        return Ok(None);
    }
    let sums = tx.query(
        &format!(
            "SELECT e.code, e.currency, {}
             FROM ledger_sealed s CROSS JOIN ledger_entry e
             WHERE s.platform_id = $1 AND s.block > $2 AND s.block <= $3
                 AND e.platform_id = s.platform_id AND e.journal_id = s.journal_id AND e.account_id IS NULL
             GROUP BY e.code, e.currency ORDER BY e.code, e.currency",
            sum::columns("e.amount")
        ),
        params![platform, folded, last],
        |row| Ok((account(row)?, sum::read(row)?)),
    )?;
    if sums.is_empty() {
        return Ok(carry_forward(tx, platform, folded, last)?.then_some(last));
    }
    let mut balances = Vec::with_capacity(sums.len());
    for (account, sum) in sums {
        let (code, currency) = account;
        let before = checkpoint(tx, platform, code, currency, folded)?;
        let Ok(balance) = i64::try_from(i128::from(before) + sum) else {
            return Ok(None);
        };
        balances.push((account, balance));
    }
    for ((code, currency), balance) in balances {
        tx.execute(
            "INSERT INTO ledger_checkpoint (platform_id, code, currency, block, balance)
             VALUES ($1, $2, $3, $4, $5)",
            params![platform, code.as_str(), currency, last, balance],
        )?;
    }
    Ok(Some(last))
}

/// Folds blocks that moved no accumulating account: one account's balance is repeated as their checkpoint, so
/// that they are not read again each time. Returns `false` before the first fold, that is, only for a ledger
/// without a deposit.
fn carry_forward(tx: &mut Tx<'_>, platform: PlatformId, folded: i64, last: i64) -> Result<bool, Error> {
    let carried = tx.execute_counted(
        "INSERT INTO ledger_checkpoint (platform_id, code, currency, block, balance)
         SELECT platform_id, code, currency, $3, balance FROM ledger_checkpoint
         WHERE platform_id = $1 AND block = $2 ORDER BY code, currency LIMIT 1",
        params![platform, folded, last],
    )?;
    Ok(carried > 0)
}

/// Returns the balances of a platform's accumulating accounts over all committed entries.
pub fn accumulated(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<AccountTotal>, Error> {
    let mut balances = checkpoints(tx, platform)?;
    let folded = last_folded(tx, platform)?;
    let unfolded = tx.query(
        "SELECT e.code, e.currency, CAST(SUM(e.amount) AS BIGINT) AS balance
         FROM (SELECT s.journal_id FROM ledger_sealed s WHERE s.platform_id = $1 AND s.block > $2
               UNION ALL
               SELECT u.journal_id FROM ledger_unsealed u WHERE u.platform_id = $1) j CROSS JOIN ledger_entry e
         WHERE e.platform_id = $1 AND e.journal_id = j.journal_id AND e.account_id IS NULL
         GROUP BY e.code, e.currency ORDER BY e.code, e.currency",
        params![platform, folded],
        read,
    )?;
    for (account, sum) in unfolded {
        let balance = balances.entry(account).or_insert(0);
        *balance = balance.checked_add(sum).ok_or_else(too_large)?;
    }
    let accounts = balances.into_iter();
    Ok(accounts
        .map(|((code, currency), balance)| AccountTotal { code, balance: Amount::new(balance, currency) })
        .collect())
}

type Account = (AccountCode, CurrencyCode);

/// Returns the last block included in the checkpoints; 0 if there are none.
fn last_folded(tx: &mut Tx<'_>, platform: PlatformId) -> Result<i64, Error> {
    tx.query_one(
        "SELECT COALESCE(MAX(block), 0) AS block FROM ledger_checkpoint WHERE platform_id = $1",
        params![platform],
        |row| row.get("block"),
    )
}

/// Returns the balance of an account over all blocks up to this one; 0 if none of them moved it. A newer
/// checkpoint is ignored: another fold may have gone further meanwhile.
fn checkpoint(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    code: AccountCode,
    currency: CurrencyCode,
    block: i64,
) -> Result<i64, Error> {
    let newest = tx.query_opt(
        "SELECT balance FROM ledger_checkpoint
         WHERE platform_id = $1 AND code = $2 AND currency = $3 AND block <= $4 ORDER BY block DESC LIMIT 1",
        params![platform, code.as_str(), currency, block],
        |row| row.get("balance"),
    )?;
    Ok(newest.unwrap_or(0))
}

fn checkpoints(tx: &mut Tx<'_>, platform: PlatformId) -> Result<BTreeMap<Account, i64>, Error> {
    let rows = tx.query(
        "SELECT c.code, c.currency, c.balance FROM ledger_checkpoint c
         JOIN (SELECT code, currency, MAX(block) AS block FROM ledger_checkpoint WHERE platform_id = $1
               GROUP BY code, currency) latest
             ON latest.code = c.code AND latest.currency = c.currency AND latest.block = c.block
         WHERE c.platform_id = $1",
        params![platform],
        read,
    )?;
    Ok(rows.into_iter().collect())
}

fn read(row: &Row<'_>) -> Result<(Account, i64), Error> {
    Ok((account(row)?, row.get("balance")?))
}

fn account(row: &Row<'_>) -> Result<Account, Error> {
    let code: String = row.get("code")?;
    let code = code.parse().map_err(|_| Error::Data(format!("no ledger account {code}")))?;
    Ok((code, row.get("currency")?))
}

fn too_large() -> Error {
    Error::Data("an accumulated balance leaves 64 bits".to_owned())
}
