//! Readiness of an owner's accounts (customers 2.5).

use causeway_domain::customers::{ReadinessInput, check_ready};
use causeway_domain::ids::CustomerId;
use causeway_domain::internal_accounts::Owner;
use causeway_store::Tx;
use causeway_store::customers::{self, CustomerRecord};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{END_USER_TERMS_REQUIRED, Settings};

/// Returns `true` if the customer's accounts are usable: it is approved, and has accepted the terms of
/// service if required.
///
/// # Errors
/// `INTERNAL_ERROR` for a setting that cannot be read.
pub fn is_transactable(settings: &Settings, customer: &CustomerRecord) -> Result<bool, ApiError> {
    Ok(check_ready(&readiness_input(settings, customer)?).is_ok())
}

/// Returns `true` if the owner's accounts are usable; locks a customer until the transaction ends.
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

/// Collects the conditions for a customer's money to move.
///
/// # Errors
/// `INTERNAL_ERROR` for a setting that cannot be read.
pub fn readiness_input(settings: &Settings, customer: &CustomerRecord) -> Result<ReadinessInput, ApiError> {
    Ok(ReadinessInput {
        is_consent_required: settings.get(&END_USER_TERMS_REQUIRED)?,
        has_consent: customer.doc.consent.is_some(),
        state: customer.doc.verification,
    })
}
