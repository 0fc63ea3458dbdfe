//! Customers that other operations name.

use std::borrow::Borrow;

use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_store::customers::{self, CustomerRecord};
use causeway_store::{Error, Tx};

use super::errors;
use crate::runtime::api_error::ApiError;

/// The customer on whose behalf something happens. Until the transaction ends nobody changes or deletes it, so
/// that nothing is begun for a customer that is being deleted at the same time.
///
/// # Errors
/// `USER_NOT_FOUND` for one that is unknown or deleted.
pub fn get_live(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<CustomerRecord, ApiError> {
    live(customers::hold(tx, platform, id)?)
}

/// The same customer without a hold on it: for a reading transaction, before a write that looks again.
///
/// # Errors
/// As [`get_live`].
pub fn peek_live(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<CustomerRecord, ApiError> {
    live(customers::find(tx, platform, id)?)
}

/// The customer that holds the UMA address with this local part now.
///
/// # Errors
/// Those of the database.
pub fn find_by_address(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    local_part: &str,
) -> Result<Option<CustomerRecord>, Error> {
    customers::find_by_uma(tx, platform, local_part)
}

/// The same customer, locked: nobody else acts on its behalf until the transaction ends.
///
/// # Errors
/// As [`get_live`].
pub fn lock_live(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<CustomerRecord, ApiError> {
    live(customers::lock(tx, platform, id)?)
}

/// A customer that was found, unless it is deleted.
///
/// # Errors
/// As [`get_live`].
pub fn live<C: Borrow<CustomerRecord>>(found: Option<C>) -> Result<C, ApiError> {
    found.filter(|customer| !customer.borrow().is_deleted).ok_or_else(errors::not_found)
}
