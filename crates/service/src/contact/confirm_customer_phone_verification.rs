//! `POST /customers/{customerId}/verify-phone/confirm` (customers 4).

use causeway_domain::contact::ContactChannel;
use causeway_wire::table::ConfirmCustomerPhoneVerification;

use super::confirm::confirm;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Confirms the customer's telephone number.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT` if there is nothing to verify; `INVALID_INPUT` with `INVALID_CODE` or
/// `CODE_EXPIRED`.
pub async fn handler(call: Call<ConfirmCustomerPhoneVerification>) -> Result<Answer, ApiError> {
    confirm(call, ContactChannel::Phone).await
}
