//! Whether an owner's accounts are usable (customers 2.5).

use causeway_domain::customers::{Gate, check_ready};
use causeway_domain::ids::CustomerId;
use causeway_domain::internal_accounts::Owner;
use causeway_store::Tx;
use causeway_store::customers::{self, CustomerRecord};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{END_USER_TERMS_REQUIRED, Settings};

/// Whether the customer's accounts are usable: it is approved, and has accepted the terms where it must.
///
/// # Errors
/// `INTERNAL_ERROR` for a setting that cannot be read.
pub fn is_transactable(settings: &Settings, customer: &CustomerRecord) -> Result<bool, ApiError> {
    Ok(check_ready(&gate(settings, customer)?).is_ok())
}

/// The same of whoever owns an account; a customer is held until the transaction ends.
pub(super) fn is_owner_ready(
    tx: &mut Tx<'_>,
    context: &Context,
    settings: &Settings,
    owner: Owner,
) -> Result<bool, ApiError> {
    match owner {
        Owner::Platform(_) => Ok(true),
        Owner::Customer(id) => {
            let found = customers::hold(tx, context.platform, id)?.filter(|customer| !customer.is_deleted);
            is_transactable(settings, &found.ok_or_else(ApiError::not_found::<CustomerId>)?)
        }
    }
}

/// What decides whether a customer's money may move.
///
/// # Errors
/// `INTERNAL_ERROR` for a setting that cannot be read.
pub fn gate(settings: &Settings, customer: &CustomerRecord) -> Result<Gate, ApiError> {
    Ok(Gate {
        is_consent_required: settings.get(&END_USER_TERMS_REQUIRED)?,
        has_consent: customer.doc.consent.is_some(),
        state: customer.doc.verification,
    })
}
