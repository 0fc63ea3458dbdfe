//! `POST /customers/{customerId}/verify-email/confirm` (customers 4).

use causeway_domain::contact::ContactChannel;
use causeway_wire::table::ConfirmCustomerEmailVerification;

use super::confirm::confirm;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Confirms the customer's e-mail address.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT` if there is nothing to verify; `INVALID_INPUT` with `INVALID_CODE` or
/// `CODE_EXPIRED`.
pub async fn handler(call: Call<ConfirmCustomerEmailVerification>) -> Result<Answer, ApiError> {
    confirm(call, ContactChannel::Email).await
}
