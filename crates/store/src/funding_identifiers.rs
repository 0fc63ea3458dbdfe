//! Identifiers with which payers address an account or a quote: account numbers, addresses, invoices and
//! references (money 3.4, 8.4). They come from outside, where platforms are unknown, so each exists once per
//! deployment.

use causeway_domain::ids::{InternalAccountId, PlatformId, QuoteId};
use serde_json::json;

use crate::database::terms::{self, AuthenticatedColumns, Key};
use crate::{Error, Row, Tx, Value, params};

/// Target of a funding identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FundingTarget {
    /// Money is credited to this account.
    Account(InternalAccountId),
    /// Money funds this quote.
    Quote(QuoteId),
}

pub(crate) const COLUMNS: &str = "identifier, account_id, quote_id, mac";

/// Returns the authenticated columns: the complete row. If an attacker moved an identifier to another
/// account, it would lead money there.
fn terms_of(
    platform: PlatformId,
    identifier: &str,
    account: Option<InternalAccountId>,
    quote: Option<QuoteId>,
) -> AuthenticatedColumns {
    AuthenticatedColumns {
        table: "funding_identifier",
        key: "identifier",
        platform,
        id: Key::Text(identifier.to_owned()),
        columns: json!({ "account": account, "quote": quote }).to_string(),
        document: "{}".to_owned(),
    }
}

/// Reads the target of an identifier as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(Option<FundingTarget>, AuthenticatedColumns, Vec<u8>), Error> {
    let account: Option<InternalAccountId> = row.get("account_id")?;
    let quote: Option<QuoteId> = row.get("quote_id")?;
    let terms = terms_of(platform, &row.get::<String>("identifier")?, account, quote);
    let target = account.map(FundingTarget::Account).or(quote.map(FundingTarget::Quote));
    Ok((target, terms, row.get("mac")?))
}

/// Reserves identifiers permanently with their MACs, so that none is ever assigned twice. An existing one
/// makes the transaction fail as a lost race; its rerun draws others.
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

/// Finds the target of an identifier, or returns `None` if the platform has no such identifier.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, identifier: &str) -> Result<Option<FundingTarget>, Error> {
    let macs = tx.macs();
    let sql = format!("SELECT {COLUMNS} FROM funding_identifier WHERE platform_id = $1 AND identifier = $2");
    let found = tx.query_opt(&sql, params![platform, identifier], |row| {
        let (target, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(target)
    })?;
    found
        .map(|target| {
            target.ok_or_else(|| Error::Data(format!("funding identifier {identifier} has no target")))
        })
        .transpose()
}

/// Renews the MACs of up to `limit` identifiers after `after` with the newest key. Returns the last of them,
/// or `None` if none are left. Rows with an invalid MAC stay unchanged.
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
