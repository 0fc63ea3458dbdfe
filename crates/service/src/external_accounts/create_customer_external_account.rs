//! `POST /customers/external-accounts` (money 4.2): registers an account elsewhere.

use causeway_wire::table::CreateCustomerExternalAccount;

use super::register::register;
use crate::http::{Answer, Call};
use crate::refusal::Refusal;

/// Registers an account of a customer, or of the platform when no customer is named.
///
/// # Errors
/// `USER_NOT_FOUND`, `INVALID_INPUT`, `INVALID_CURRENCY`, `INVALID_BANK_ACCOUNT`; `CONFLICT` with
/// `DUPLICATE_EXTERNAL_ACCOUNT`; `SVC_SWITCH_ERROR` when the name check cannot be asked.
pub async fn handler(call: Call<CreateCustomerExternalAccount>) -> Result<Answer, Refusal> {
    register(&call, &call.body).await
}
