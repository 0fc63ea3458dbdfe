//! Accounts that must not be negative although they have no guarded balance.

use std::collections::BTreeMap;

use causeway_domain::ids::{Id, QuoteId};
use causeway_domain::postings::AccountCode;
use uuid::Uuid;

use super::report::FaultKind;
use super::scope::{Span, between};
use super::{Scope, Source, behind};
use crate::ledger::sum;
use crate::{Error, params};

/// Reports quotes from which more committed money has left than came in. Every entry of a quote names the
/// payment of the quote as its transaction, so they are read by transaction.
pub(super) fn quotes(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let (behind, values) = behind(scope.platform, "transaction_id", after);
    let sql = format!(
        "SELECT DISTINCT transaction_id FROM ledger_entry
         WHERE platform_id = $1 {behind} AND transaction_id IS NOT NULL
         ORDER BY transaction_id LIMIT {}",
        scope.limit
    );
    let source = Source::new("ledger_entry", &["transaction_id"]);
    let page = scope.page(source, &sql, &values, |_| Ok(()))?;
    let Some(last) = page.last else { return Ok(None) };
    let span = Span { after, last: Some(last) };
    let (which, values, _) = between(scope.platform, "transaction_id", span, scope.limit);
    let sql = format!(
        "SELECT transaction_id, quote_id, currency, {} FROM ledger_entry
         WHERE platform_id = $1 {which} AND transaction_id IS NOT NULL AND code = '{}'
         GROUP BY transaction_id, quote_id, currency ORDER BY transaction_id, quote_id, currency",
        sum::columns("amount"),
        AccountCode::QuoteCommitted
    );
    let source = Source::new("ledger_entry", &["transaction_id", "quote_id", "currency"]);
    let sums = scope.rows(source, &sql, &values, |row| {
        Ok((row.get::<Uuid>("quote_id")?, row.get::<String>("currency")?, sum::read(row)?))
    })?;
    for (quote, currency, _) in sums.into_iter().filter(|(_, _, sum)| *sum < 0) {
        let detail = format!("QE in {currency} is below zero");
        scope.add(FaultKind::AccountNegative, QuoteId::from_uuid(quote), detail);
    }
    Ok(Some(last))
}

/// Reports accumulating accounts with a negative balance over all entries. `sealed` are the sums of the
/// entries in blocks.
pub(super) fn accumulating(
    scope: &mut Scope<'_, '_>,
    sealed: &BTreeMap<(String, String), i128>,
) -> Result<(), Error> {
    let mut sums = sealed.clone();
    let sql = format!(
        "SELECT e.code, e.currency, {} FROM ledger_unsealed u CROSS JOIN ledger_entry e
         WHERE u.platform_id = $1 AND e.platform_id = u.platform_id AND e.journal_id = u.journal_id
             AND e.account_id IS NULL
         GROUP BY e.code, e.currency ORDER BY e.code, e.currency",
        sum::columns("e.amount")
    );
    let source = Source::new("ledger_entry", &["code", "currency"]);
    let platform = scope.platform;
    let waiting = scope.rows(source, &sql, params![platform], |row| {
        Ok(((row.get::<String>("code")?, row.get::<String>("currency")?), sum::read(row)?))
    })?;
    for (account, sum) in waiting {
        *sums.entry(account).or_default() += sum;
    }
    for ((code, currency), _) in sums.into_iter().filter(|(_, sum)| *sum < 0) {
        let may_be = code.parse::<AccountCode>().is_ok_and(AccountCode::may_be_negative);
        if !may_be {
            scope.add(FaultKind::AccountNegative, format!("{code} {currency}"), "is below zero");
        }
    }
    Ok(())
}
