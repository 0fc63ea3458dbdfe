//! Readiness of a customer to move money (customers 2.5, 2.7).

use causeway_domain::customers::{check_ready, missing_fields};
use causeway_domain::money::CurrencyCode;
use causeway_store::customers::CustomerRecord;
use causeway_wire::FieldError;

use super::{errors, fields};
use crate::internal_accounts::readiness_input;
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::{PROVIDER_REQUIRED_FIELDS, Settings};

/// Checks that money may move on behalf of the customer, which comes from [`super::get_live`]. The fields
/// that the currency's providers require are checked separately: [`lacking_fields`].
///
/// # Errors
/// In this order: `END_USER_TERMS_NOT_ACCEPTED`; `USER_NOT_READY` with `details.status`.
pub fn check(settings: &Settings, customer: &CustomerRecord) -> Result<(), ApiError> {
    check_ready(&readiness_input(settings, customer)?).map_err(errors::not_ready)
}

/// Refuses a customer without the fields that the providers of these currencies require.
pub(super) fn check_provider_fields(
    settings: &Settings,
    customer: &CustomerRecord,
    currencies: &[CurrencyCode],
) -> Result<(), ApiError> {
    let lacking = lacking_fields(settings, customer, currencies)?;
    if lacking.is_empty() { Ok(()) } else { Err(errors::missing(lacking)) }
}

/// Returns the fields that the providers of these currencies require and the customer lacks, each once.
///
/// # Errors
/// `INTERNAL_ERROR` for a setting that cannot be read.
pub fn lacking_fields(
    settings: &Settings,
    customer: &CustomerRecord,
    currencies: &[CurrencyCode],
) -> Result<Vec<FieldError>, ApiError> {
    let required = settings.get(&PROVIDER_REQUIRED_FIELDS)?;
    let has = |field| fields::has_value(&customer.doc, field);
    let mut lacking: Vec<FieldError> = Vec::new();
    for (currency, required) in currencies.iter().filter_map(|code| Some((code, required.get(code)?))) {
        for missing in missing_fields(&required.customer, customer.customer_type(), has) {
            let field = missing.field.as_str();
            if lacking.iter().all(|known| known.field != field) {
                lacking.push(FieldError::new(field, format!("is required for {currency}")));
            }
        }
    }
    Ok(lacking)
}
