//! The party filters of a list of transactions.

use causeway_domain::ids::{Id, PartyFilter, PlatformId};
use causeway_store::{Tx, customers};
use causeway_wire::transactions::TransactionFilter;
use uuid::Uuid;

use crate::runtime::api_error::ApiError;

/// Returns the sets of parties of the filter; a transaction must match each set.
pub(super) fn parties(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &TransactionFilter,
) -> Result<Vec<Vec<Uuid>>, ApiError> {
    let mut parties = Vec::new();
    if let Some(id) = filter.customer_id {
        parties.push(party(platform, id).into_iter().collect());
    }
    if let Some(name) = &filter.platform_customer_id {
        parties.push(find_named_parties(tx, platform, name.as_str())?);
    }
    Ok(parties)
}

/// Returns the party with this id, as stored with transactions: a customer, or the platform itself in either
/// form of its id (money 1.1). No other platform is a party of this platform's transactions.
fn party(platform: PlatformId, id: PartyFilter) -> Option<Uuid> {
    match id {
        PartyFilter::Customer(id) => Some(id.uuid()).filter(|customer| *customer != platform.uuid()),
        PartyFilter::Platform(id) => Some(id.uuid()).filter(|own| *own == platform.uuid()),
        PartyFilter::PlatformConfig(id) => Some(id.uuid()).filter(|own| *own == platform.uuid()),
    }
}

/// Returns the parties with this platform-assigned identifier; the platform's own is its id.
fn find_named_parties(tx: &mut Tx<'_>, platform: PlatformId, name: &str) -> Result<Vec<Uuid>, ApiError> {
    let customers = customers::all_with_own_id(tx, platform, name)?;
    let id: Option<PartyFilter> = name.parse().ok();
    let itself = id.and_then(|id| party(platform, id)).filter(|party| *party == platform.uuid());
    Ok(customers.into_iter().map(Id::uuid).chain(itself).collect())
}
