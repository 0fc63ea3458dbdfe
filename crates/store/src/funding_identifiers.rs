//! What payers name to reach an account or a quote: account numbers, addresses, invoices and references (money 3.4,
//! 8.4). They belong to the outside world, which knows no platforms, so that each exists once in the deployment.

use causeway_domain::ids::{InternalAccountId, PlatformId, QuoteId};

use crate::{Error, Tx, Value, params};

/// What an identifier leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FundingTarget {
    /// Money goes into this account.
    Account(InternalAccountId),
    /// Money pays for this quote.
    Quote(QuoteId),
}

/// Keeps identifiers for good, so that nothing else ever gets the same. One that exists already makes the
/// transaction fail as a lost race; its rerun draws others.
///
/// # Errors
/// Whatever the database refuses.
pub fn record(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    identifiers: &[(FundingTarget, String)],
) -> Result<(), Error> {
    if identifiers.is_empty() {
        return Ok(());
    }
    let mut values: Vec<Value<'_>> = vec![platform.into()];
    let mut rows = Vec::new();
    for (target, identifier) in identifiers {
        let (account, quote) = match target {
            FundingTarget::Account(account) => (Some(*account), None),
            FundingTarget::Quote(quote) => (None, Some(*quote)),
        };
        let first = values.len() + 1;
        values.extend([Value::from(account), quote.into(), identifier.into()]);
        rows.push(format!("($1, ${first}, ${}, ${})", first + 1, first + 2));
    }
    let sql = format!(
        "INSERT INTO funding_identifier (platform_id, account_id, quote_id, identifier) VALUES {}",
        rows.join(", ")
    );
    tx.execute(&sql, &values)
}

/// What an identifier leads to; nothing where the platform has none of that name.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, identifier: &str) -> Result<Option<FundingTarget>, Error> {
    let sql =
        "SELECT account_id, quote_id FROM funding_identifier WHERE platform_id = $1 AND identifier = $2";
    let found = tx.query_opt(sql, params![platform, identifier], |row| {
        let account: Option<InternalAccountId> = row.get("account_id")?;
        let quote: Option<QuoteId> = row.get("quote_id")?;
        Ok(account.map(FundingTarget::Account).or(quote.map(FundingTarget::Quote)))
    })?;
    found.map(|target| target.ok_or_else(|| Error::Data(format!("{identifier} leads nowhere")))).transpose()
}
