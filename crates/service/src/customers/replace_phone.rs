//! Replacement of a customer's telephone number by one that was proven (agents B5).

use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::CustomerId;
use causeway_store::{Error, Tx, customers};
use causeway_wire::customers::CustomerUpdateRequest;
use serde_json::json;

use super::change_contact::change_unsigned;
use super::contact::confirm_contact;
use super::update::plan;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;

/// Gives a customer another telephone number, which counts as confirmed. The caller must hold the customer's
/// row lock.
///
/// # Errors
/// `CONFLICT` for a number that credentials of wallets are tied to.
pub fn replace_phone(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerId,
    number: &str,
) -> Result<(), ApiError> {
    let customer = customers::find(tx, context.platform, id)?.ok_or(Error::Missing)?;
    let change = json!({ "customerType": customer.customer_type().as_str(), "phoneNumber": number });
    let change: CustomerUpdateRequest = serde_json::from_value(change).map_err(ApiError::internal)?;
    let planned = plan(tx, context, id, &change, &mut FieldErrors::default())?;
    change_unsigned(tx, context, planned)?;
    let changed = customers::find(tx, context.platform, id)?.ok_or(Error::Missing)?;
    confirm_contact(tx, context, changed, ContactChannel::Phone).map(drop)
}
