//! What payers name to reach an account or a quote: account numbers, addresses, invoices and references (money 3.4,
//! 8.4). They belong to the outside world, which knows no platforms, so that each exists once in the deployment.

use causeway_domain::ids::{InternalAccountId, PlatformId, QuoteId};
use serde_json::json;

use crate::database::terms::{self, Key, Terms};
use crate::{Error, Row, Tx, Value, params};

/// What an identifier leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FundingTarget {
    /// Money goes into this account.
    Account(InternalAccountId),
    /// Money pays for this quote.
    Quote(QuoteId),
}

pub(crate) const COLUMNS: &str = "identifier, account_id, quote_id, mac";

/// Returns what is authenticated of an identifier: all of its row. Under another account, it would lead money there.
fn terms_of(
    platform: PlatformId,
    identifier: &str,
    account: Option<InternalAccountId>,
    quote: Option<QuoteId>,
) -> Terms {
    Terms {
        table: "funding_identifier",
        key: "identifier",
        platform,
        id: Key::Text(identifier.to_owned()),
        columns: json!({ "account": account, "quote": quote }).to_string(),
        document: "{}".to_owned(),
    }
}

/// Reads the target of an identifier as it is stored, with what is authenticated of it and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(Option<FundingTarget>, Terms, Vec<u8>), Error> {
    let account: Option<InternalAccountId> = row.get("account_id")?;
    let quote: Option<QuoteId> = row.get("quote_id")?;
    let terms = terms_of(platform, &row.get::<String>("identifier")?, account, quote);
    let target = account.map(FundingTarget::Account).or(quote.map(FundingTarget::Quote));
    Ok((target, terms, row.get("mac")?))
}

/// Keeps identifiers for good, authenticated, so that nothing else ever gets the same. One that exists already makes the
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
        let mac = terms_of(platform, identifier, account, quote).mac(tx.macs());
        values.extend([Value::from(account), quote.into(), identifier.into(), mac.into()]);
        rows.push(format!("($1, ${first}, ${}, ${}, ${})", first + 1, first + 2, first + 3));
    }
    let sql = format!(
        "INSERT INTO funding_identifier (platform_id, account_id, quote_id, identifier, mac) VALUES {}",
        rows.join(", ")
    );
    tx.execute(&sql, &values)
}

/// Finds the target of an identifier; `None` if the platform has no such identifier.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write it; whatever the database refuses.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, identifier: &str) -> Result<Option<FundingTarget>, Error> {
    let macs = tx.macs();
    let sql = format!("SELECT {COLUMNS} FROM funding_identifier WHERE platform_id = $1 AND identifier = $2");
    let found = tx.query_opt(&sql, params![platform, identifier], |row| {
        let (target, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(target)
    })?;
    found.map(|target| target.ok_or_else(|| Error::Data(format!("{identifier} leads nowhere")))).transpose()
}

/// Authenticates up to `limit` identifiers behind `after` anew, with the newest key; the last of them. `None` when there are none
/// left. Those that this service did not write stay as they are.
///
/// # Errors
/// Those of the database.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<String>,
    limit: u32,
) -> Result<Option<String>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM funding_identifier WHERE platform_id = $1 AND ($2 OR identifier > $3)
         ORDER BY identifier LIMIT $4"
    );
    let is_first = after.is_none();
    let rows = tx.query(&sql, params![platform, is_first, after, limit], |row| {
        let (_, terms, mac) = read_raw(platform, row)?;
        Ok((row.get("identifier")?, (terms, mac)))
    })?;
    let (mut identifiers, rows): (Vec<String>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(identifiers.pop())
}
