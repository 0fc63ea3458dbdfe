//! Search terms of external accounts.

use causeway_domain::ids::{Id, PlatformId};
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

/// Returns the search terms of up to `limit` accounts after `after`, ordered by id, without those of deleted
/// customers. MACs are not verified.
pub fn search_entries(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<Uuid>,
    limit: u32,
) -> Result<Vec<SearchEntry>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND ($2 OR account_id > $3) \
         AND NOT EXISTS (SELECT 1 FROM customer c WHERE c.platform_id = external_account.platform_id \
         AND c.customer_id = external_account.customer_id AND c.is_deleted) ORDER BY account_id LIMIT $4"
    );
    tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        Ok(search_entry(&read_raw(platform, row)?.0))
    })
}
