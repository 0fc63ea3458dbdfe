//! Search terms of customers, and their changes.

use causeway_domain::ids::{Id, PlatformId};
use causeway_domain::search::{ResourceKind, Terms};
use uuid::Uuid;

use super::profile::Profile;
use super::record::{COLUMNS, CustomerRecord, read};
use crate::external_accounts;
use crate::search_terms::{self, SearchEntry};
use crate::{Error, Tx, params};

/// Returns the search terms of a customer: names, contacts, and its id.
#[must_use]
pub fn search_entry(record: &CustomerRecord) -> SearchEntry {
    let id = record.id.uuid();
    let terms = Terms::of(id).mail(record.doc.email.as_deref()).phone(record.doc.phone_number.as_deref());
    let terms = match &record.doc.profile {
        Profile::Individual(person) => terms.name(person.full_name.as_deref()),
        Profile::Business(company) => {
            terms.name(Some(&company.legal_name)).name(company.doing_business_as.as_deref())
        }
    };
    SearchEntry { kind: ResourceKind::Customer, at: record.created_at, id, terms }
}

/// Returns the search terms of up to `limit` customers after `after`, ordered by id, and holds the customers
/// against changes until the transaction ends. Deleted customers have none.
pub fn search_entries(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<Uuid>,
    limit: u32,
) -> Result<Vec<SearchEntry>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM customer WHERE platform_id = $1 AND ($2 OR customer_id > $3) \
         ORDER BY customer_id LIMIT $4 FOR SHARE"
    );
    tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let record = read(row)?;
        let entry = search_entry(&record);
        Ok(if record.is_deleted { SearchEntry { terms: Terms::default(), ..entry } } else { entry })
    })
}

/// Replaces the search terms of a customer whose names or contacts have changed. The caller holds the lock of
/// the customer.
pub fn replace_terms(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    before: &CustomerRecord,
    after: &CustomerRecord,
) -> Result<(), Error> {
    search_terms::replace(tx, platform, &search_entry(before), &search_entry(after))
}

/// Deletes the search terms of a customer and of its external accounts. The caller holds the lock of the
/// customer.
pub fn remove_terms(tx: &mut Tx<'_>, platform: PlatformId, record: &CustomerRecord) -> Result<(), Error> {
    search_terms::remove(tx, platform, &search_entry(record))?;
    for account in external_accounts::all_unverified(tx, platform, record.id)? {
        search_terms::remove(tx, platform, &external_accounts::search_entry(&account))?;
    }
    Ok(())
}
