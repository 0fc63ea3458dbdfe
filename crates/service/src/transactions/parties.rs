//! The parties that a list of transactions is narrowed to.

use causeway_domain::ids::{Id, PartyFilter, PlatformId};
use causeway_store::{Tx, customers};
use causeway_wire::transactions::TransactionFilter;
use uuid::Uuid;

use crate::runtime::api_error::ApiError;

/// The sets of parties that the filter names.
pub(super) fn parties(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    wanted: &TransactionFilter,
) -> Result<Vec<Vec<Uuid>>, ApiError> {
    let mut parties = Vec::new();
    if let Some(id) = wanted.customer_id {
        parties.push(party(platform, id).into_iter().collect());
    }
    if let Some(name) = &wanted.platform_customer_id {
        parties.push(named(tx, platform, name.as_str())?);
    }
    Ok(parties)
}

/// The party behind an id, as transactions carry it: a customer, or the platform itself in either spelling of its
/// id (money 1.1). No other platform is a party of this one's transactions.
fn party(platform: PlatformId, id: PartyFilter) -> Option<Uuid> {
    match id {
        PartyFilter::Customer(id) => Some(id.uuid()).filter(|customer| *customer != platform.uuid()),
        PartyFilter::Platform(id) => Some(id.uuid()).filter(|own| *own == platform.uuid()),
        PartyFilter::PlatformConfig(id) => Some(id.uuid()).filter(|own| *own == platform.uuid()),
    }
}

/// The parties that the platform knows under its own identifier; it knows itself by its id.
fn named(tx: &mut Tx<'_>, platform: PlatformId, name: &str) -> Result<Vec<Uuid>, ApiError> {
    let customers = customers::all_with_own_id(tx, platform, name)?;
    let id: Option<PartyFilter> = name.parse().ok();
    let itself = id.and_then(|id| party(platform, id)).filter(|party| *party == platform.uuid());
    Ok(customers.into_iter().map(Id::uuid).chain(itself).collect())
}
