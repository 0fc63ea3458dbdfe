//! Funds in suspense (money 2.1: SU), by transaction.

use std::collections::BTreeMap;

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, Id, PlatformId, TransactionId, TransactionRef};
use causeway_domain::money::{Amount, CurrencyCode};
use causeway_domain::postings::AccountCode;

use super::entry::reference;
use super::{authentic_of_transaction, sum};
use crate::database::listing::{MAX_SCANNED, Position, Scan};
use crate::{Error, Row, Tx, Value, params};

/// Funds of one transaction in suspense, in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuspendedFunds {
    pub transaction: TransactionRef,
    pub amount: Amount,
    /// The first booking in suspense, on the platform's clock.
    pub since: Time,
}

impl SuspendedFunds {
    /// Returns the position in the list of [`in_suspense`]. The id alone is compared.
    #[must_use]
    pub fn position(&self) -> Position {
        let id = match self.transaction {
            TransactionRef::Payment(id) => id.uuid(),
            TransactionRef::Card(id) => id.uuid(),
        };
        Position { at: self.since, id }
    }
}

/// Returns the funds in suspense, newest transaction first, of the transactions behind `after`. Resolved entries stay in
/// the ledger: at most [`MAX_SCANNED`] entries are read.
pub fn in_suspense(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<Position>,
) -> Result<Scan<SuspendedFunds>, Error> {
    let mut values = params![platform].to_vec();
    let mut behind = String::new();
    if let Some(after) = after {
        values.push(Value::Uuid(after.id));
        behind.push_str(" AND e.transaction_id < $2");
    }
    scan(tx, &sql(&behind, "TRUE"), &values)
}

/// Returns the funds of a customer in suspense, by payment or card transaction, newest first. At most [`MAX_SCANNED`]
/// entries are read: those of all customers, resolved ones included.
pub fn in_suspense_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Scan<SuspendedFunds>, Error> {
    // PostgreSQL would read all card transactions for an `EXISTS`.
    let is_theirs = "CASE WHEN funds.first_kind LIKE 'CARD%'
                     THEN (SELECT c.customer_id FROM card_transaction c
                           WHERE c.platform_id = $1 AND c.transaction_id = funds.transaction_id)
                     ELSE (SELECT p.customer_id FROM payment p
                           WHERE p.platform_id = $1 AND p.transaction_id = funds.transaction_id) END = $2";
    scan(tx, &sql("", is_theirs), params![platform, customer])
}

/// The entries of one transaction in one currency.
struct EntryGroup {
    funds: SuspendedFunds,
    entries: i64,
    /// `true` if funds are in suspense, and the condition of the search holds.
    is_wanted: bool,
}

/// Returns the statement of a scan over the newest entries that satisfy the first condition, behind `AND`. The second
/// one is about the funds of a transaction.
fn sql(behind: &str, condition: &str) -> String {
    format!(
        "SELECT funds.transaction_id, funds.currency, funds.balance, funds.first_kind, funds.since, funds.entries,
             CASE WHEN funds.balance <> 0 AND ({condition}) THEN TRUE ELSE FALSE END AS is_wanted
         FROM (SELECT newest.transaction_id, newest.currency, CAST(SUM(newest.amount) AS BIGINT) AS balance,
                   MIN(newest.kind) AS first_kind, MIN(newest.created_at) AS since, COUNT(*) AS entries
               FROM (SELECT e.transaction_id, e.currency, e.amount, e.kind, e.created_at
                     FROM ledger_entry e /* INDEXED BY ledger_entry_suspense */
                     WHERE e.platform_id = $1 AND e.code = 'SU' AND e.transaction_id IS NOT NULL{behind}
                     ORDER BY e.transaction_id DESC LIMIT {MAX_SCANNED}) AS newest
               GROUP BY newest.transaction_id, newest.currency) AS funds
         ORDER BY funds.transaction_id DESC, funds.currency"
    )
}

fn scan(tx: &mut Tx<'_>, sql: &str, values: &[Value<'_>]) -> Result<Scan<SuspendedFunds>, Error> {
    let groups = tx.query(sql, values, |row| {
        let id: TransactionId = row.get("transaction_id")?;
        let transaction = reference(id, row.parsed("first_kind")?);
        let funds = SuspendedFunds { transaction, amount: amount(row)?, since: row.get("since")? };
        Ok(EntryGroup { funds, entries: row.get("entries")?, is_wanted: row.get("is_wanted")? })
    })?;
    let is_cut = groups.iter().map(|group| group.entries).sum::<i64>() >= MAX_SCANNED;
    Ok(complete(groups, is_cut))
}

/// Returns the wanted funds. If not all entries were read, those of the last transaction may be incomplete, and are left
/// to the next scan.
fn complete(mut groups: Vec<EntryGroup>, is_cut: bool) -> Scan<SuspendedFunds> {
    let mut end = None;
    if is_cut && let Some(last) = groups.last().map(|group| group.funds.transaction) {
        if groups.iter().any(|group| group.funds.transaction != last) {
            groups.retain(|group| group.funds.transaction != last);
        }
        end = groups.last().map(|group| group.funds.position());
    }
    let wanted = groups.into_iter().filter(|group| group.is_wanted);
    Scan { rows: wanted.map(|group| group.funds).collect(), end }
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

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn group(number: u128, entries: i64, minor: i64) -> EntryGroup {
        let transaction = TransactionRef::Payment(TransactionId::from_uuid(Uuid::from_u128(number)));
        let amount = Amount::new(minor, CurrencyCode::USD);
        let funds = SuspendedFunds { transaction, amount, since: Time::from_millis(5) };
        EntryGroup { funds, entries, is_wanted: minor != 0 }
    }

    #[test]
    fn a_transaction_whose_entries_may_be_incomplete_is_left_to_the_next_scan() {
        let groups = || vec![group(3, 2, 0), group(2, 1, 7), group(1, 1, 9)];
        let amounts = |scan: &Scan<SuspendedFunds>| {
            scan.rows.iter().map(|funds| funds.amount.minor).collect::<Vec<_>>()
        };
        let whole = complete(groups(), false);
        assert_eq!((amounts(&whole), whole.end), (vec![7, 9], None));
        let cut = complete(groups(), true);
        assert_eq!((amounts(&cut), cut.end), (vec![7], Some(group(2, 1, 7).funds.position())));
        let one = complete(vec![group(1, 1, 9)], true);
        assert_eq!((amounts(&one), one.end), (vec![9], Some(group(1, 1, 9).funds.position())));
    }
}
