//! The contact channels of a customer (customers 4).

use causeway_domain::contact::ContactChannel;
use causeway_store::customers::{ContactStatus, CustomerRecord};

use super::errors;
use crate::runtime::api_error::ApiError;

/// Returns the address or number of a channel that is still to be confirmed.
///
/// # Errors
/// `CONFLICT` for a channel that need not be confirmed or already was, and for one without a contact.
pub(super) fn unconfirmed(customer: &CustomerRecord, channel: ContactChannel) -> Result<&str, ApiError> {
    let doc = &customer.doc;
    let required = doc.contact_verification.ok_or_else(errors::not_required)?;
    let (status, contact) = match channel {
        ContactChannel::Email => (required.email, &doc.email),
        ContactChannel::Phone => (required.phone, &doc.phone_number),
    };
    match status {
        None => Err(errors::not_required()),
        Some(ContactStatus::Verified) => Err(errors::already_verified()),
        Some(ContactStatus::Pending) => contact.as_deref().ok_or_else(errors::contact_missing),
    }
}
