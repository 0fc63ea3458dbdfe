//! Search terms of external accounts.

use std::collections::HashSet;

use causeway_domain::ids::{CustomerId, ExternalAccountId, Id, PlatformId};
use causeway_domain::search::{ResourceKind, Terms};
use uuid::Uuid;

use super::record::{COLUMNS, ExternalAccountRecord, read_raw};
use crate::search_terms::SearchEntry;
use crate::{Error, Tx, params};

/// Returns the search terms of an account: its holder's name, its number, and its id.
#[must_use]
pub fn search_entry(record: &ExternalAccountRecord) -> SearchEntry {
    let id = record.id.uuid();
    let terms = Terms::of(id)
        .name(record.holder())
        .name(record.doc.verified_name.as_deref())
        .account(Some(&record.doc.identifier));
    SearchEntry { kind: ResourceKind::ExternalAccount, at: record.created_at, id, terms }
}

/// Returns the search terms of up to `limit` accounts after `after`, ordered by id, and holds their customers against
/// changes until the transaction ends. Accounts of deleted customers have none. MACs are not verified.
pub fn search_entries(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<Uuid>,
    limit: u32,
) -> Result<Vec<SearchEntry>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND ($2 OR account_id > $3) \
         ORDER BY account_id LIMIT $4"
    );
    let found = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        Ok(read_raw(platform, row)?.0)
    })?;
    let Some(last) = found.last() else { return Ok(Vec::new()) };
    let live = live_owners(tx, platform, after, last.id)?;
    let entries = found.iter().map(|record| {
        let entry = search_entry(record);
        let is_live = record.customer.is_none_or(|customer| live.contains(&customer));
        if is_live { entry } else { SearchEntry { terms: Terms::default(), ..entry } }
    });
    Ok(entries.collect())
}

/// Holds the customers that have accounts after `after` and up to `last`, and returns those that are not deleted. A
/// customer that is being deleted is waited for, and has no terms then.
fn live_owners(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<Uuid>,
    last: ExternalAccountId,
) -> Result<HashSet<CustomerId>, Error> {
    let found = tx.query(
        "SELECT customer_id FROM customer WHERE platform_id = $1 AND NOT is_deleted \
         AND customer_id IN (SELECT a.customer_id FROM external_account a WHERE a.platform_id = $1 \
         AND ($2 OR a.account_id > $3) AND a.account_id <= $4 AND a.customer_id IS NOT NULL) \
         ORDER BY customer_id FOR SHARE",
        params![platform, after.is_none(), after, last],
        |row| row.get("customer_id"),
    )?;
    Ok(found.into_iter().collect())
}
