//! Locks that a batch lane takes before the closures that share its transaction.

use causeway_domain::ids::{Id, InternalAccountId};

use crate::database::value::Value;

/// Builds the statement that locks these accounts' balances in id order, after their customers, which the
/// closures will lock.
///
/// A change of a customer locks it and then its balances, so another order could deadlock with the lane. A
/// single statement takes one round trip; PostgreSQL evaluates a condition that depends on no row before it
/// reads any row.
pub(super) fn locking(accounts: &[InternalAccountId]) -> (String, Vec<Value<'static>>) {
    // Powers of two keep the number of prepared statements small.
    let count = accounts.len().next_power_of_two();
    let places = (1..=count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ");
    let sql = format!(
        "/* all platforms */ WITH owner AS MATERIALIZED (SELECT customer.customer_id FROM ledger_balance \
             JOIN internal_account ON internal_account.platform_id = ledger_balance.platform_id \
                 AND internal_account.account_id = ledger_balance.account_id \
             JOIN customer ON customer.platform_id = internal_account.platform_id \
                 AND customer.customer_id = internal_account.customer_id \
             WHERE ledger_balance.account_id IN ({places}) ORDER BY customer.customer_id FOR SHARE OF customer) \
         SELECT account_id FROM ledger_balance WHERE account_id IN ({places}) \
         AND (SELECT count(*) FROM owner) >= 0 ORDER BY account_id FOR UPDATE"
    );
    let again = accounts.iter().cycle().take(count);
    (sql, again.map(|account| Value::Uuid(account.uuid())).collect())
}
