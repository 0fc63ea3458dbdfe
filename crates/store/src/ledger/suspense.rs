//! Funds in suspense (money 2.1: SU), by transaction.

use std::collections::BTreeMap;

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, PlatformId, TransactionId, TransactionRef};
use causeway_domain::money::{Amount, CurrencyCode};
use causeway_domain::postings::{AccountCode, PostingKind};

use super::entry::reference;
use super::{authentic_of_transaction, sum};
use crate::{Error, Row, Tx, params};

/// Funds of one transaction in suspense, in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuspendedFunds {
    pub transaction: TransactionRef,
    pub amount: Amount,
    /// The first booking in suspense, on the platform's clock.
    pub since: Time,
}

/// Returns all funds in suspense, oldest transaction first.
pub fn in_suspense(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<SuspendedFunds>, Error> {
    tx.query(
        "SELECT transaction_id, currency, CAST(SUM(amount) AS BIGINT) AS balance, MIN(kind) AS first_kind,
             MIN(created_at) AS since
         FROM ledger_entry WHERE platform_id = $1 AND code = 'SU' AND transaction_id IS NOT NULL
         GROUP BY transaction_id, currency HAVING SUM(amount) <> 0 ORDER BY transaction_id, currency",
        params![platform],
        |row| {
            let (id, kind): (TransactionId, PostingKind) =
                (row.get("transaction_id")?, row.parsed("first_kind")?);
            Ok(SuspendedFunds {
                transaction: reference(id, kind),
                amount: amount(row)?,
                since: row.get("since")?,
            })
        },
    )
}

/// Returns the funds of a customer in suspense, by payment or card transaction.
pub fn in_suspense_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Vec<(TransactionRef, Amount)>, Error> {
    tx.query(
        "SELECT e.transaction_id, e.currency, CAST(SUM(e.amount) AS BIGINT) AS balance, MIN(e.kind) AS first_kind
         FROM ledger_entry e WHERE e.platform_id = $1 AND e.code = 'SU' AND e.transaction_id IS NOT NULL
         AND (EXISTS (SELECT 1 FROM payment p WHERE p.platform_id = e.platform_id
                      AND p.transaction_id = e.transaction_id AND p.customer_id = $2)
              OR EXISTS (SELECT 1 FROM card_transaction c WHERE c.platform_id = e.platform_id
                         AND c.transaction_id = e.transaction_id AND c.customer_id = $2))
         GROUP BY e.transaction_id, e.currency HAVING SUM(e.amount) <> 0 ORDER BY e.transaction_id, e.currency",
        params![platform, customer],
        |row| {
            let (id, kind): (TransactionId, PostingKind) =
                (row.get("transaction_id")?, row.parsed("first_kind")?);
            Ok((reference(id, kind), amount(row)?))
        },
    )
}

/// The funds in suspense of all platforms in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuspenseTotal {
    pub currency: CurrencyCode,
    /// Number of transactions with funds in suspense.
    pub transactions: i64,
    /// Sum in the currency's smallest unit; may exceed the maximum of a single platform.
    pub balance: i128,
}

/// Returns the funds in suspense of all platforms, by currency.
pub fn suspense_totals(tx: &mut Tx<'_>) -> Result<Vec<SuspenseTotal>, Error> {
    let sum = sum::columns("balance");
    let sql = format!(
        "/* all platforms */ SELECT currency, CAST(COUNT(*) AS BIGINT) AS transactions, {sum}
         FROM (SELECT transaction_id, currency, CAST(SUM(amount) AS BIGINT) AS balance FROM ledger_entry
               WHERE code = 'SU' AND transaction_id IS NOT NULL
               GROUP BY transaction_id, currency HAVING SUM(amount) <> 0) suspended
         GROUP BY currency ORDER BY currency"
    );
    tx.query(&sql, &[], |row| {
        let currency = row.get("currency")?;
        let transactions = row.get("transactions")?;
        Ok(SuspenseTotal { currency, transactions, balance: sum::read(row)? })
    })
}

/// Returns the funds that one transaction has in suspense, by currency, after a check that this service
/// posted all its entries.
///
/// # Errors
/// [`Error::NotAuthentic`] if it did not.
pub fn suspended(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Vec<Amount>, Error> {
    let mut sums: BTreeMap<CurrencyCode, i64> = BTreeMap::new();
    let booked = authentic_of_transaction(tx, platform, transaction)?;
    for entry in booked.iter().filter(|entry| entry.code == AccountCode::Suspense) {
        let sum = sums.entry(entry.currency).or_default();
        *sum = sum.checked_add(entry.amount).ok_or_else(|| Error::Data("too much in suspense".to_owned()))?;
    }
    let open = sums.into_iter().filter(|(_, minor)| *minor != 0);
    Ok(open.map(|(currency, minor)| Amount::new(minor, currency)).collect())
}

fn amount(row: &Row<'_>) -> Result<Amount, Error> {
    Ok(Amount::new(row.get("balance")?, row.get("currency")?))
}
