//! Lookup of the customers that other operations name.

use std::borrow::Borrow;

use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_store::customers::{self, CustomerRecord};
use causeway_store::{Error, Tx};

use super::errors;
use crate::runtime::api_error::ApiError;

/// Returns the customer and holds it: until the transaction ends it is neither changed nor deleted, so that
/// no operation begins for a customer that is being deleted concurrently.
///
/// # Errors
/// `USER_NOT_FOUND` for a customer that is unknown or deleted.
pub fn get_live(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<CustomerRecord, ApiError> {
    live(customers::hold(tx, platform, id)?)
}

/// Returns the customer without a hold, for a read-only transaction before a write that checks again.
///
/// # Errors
/// The same as [`get_live`].
pub fn peek_live(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<CustomerRecord, ApiError> {
    live(customers::find(tx, platform, id)?)
}

/// Returns the customer that holds the UMA address with this local part now.
pub fn find_by_address(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    local_part: &str,
) -> Result<Option<CustomerRecord>, Error> {
    customers::find_by_uma(tx, platform, local_part)
}

/// Locks the customer: until the transaction ends no other operation acts on its behalf.
///
/// # Errors
/// The same as [`get_live`].
pub fn lock_live(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<CustomerRecord, ApiError> {
    live(customers::lock(tx, platform, id)?)
}

/// Returns the found customer, unless it is deleted.
///
/// # Errors
/// The same as [`get_live`].
pub fn live<C: Borrow<CustomerRecord>>(found: Option<C>) -> Result<C, ApiError> {
    found.filter(|customer| !customer.borrow().is_deleted).ok_or_else(errors::not_found)
}
