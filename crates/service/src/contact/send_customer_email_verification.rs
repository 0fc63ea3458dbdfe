//! `POST /customers/{customerId}/verify-email` (customers 4).

use causeway_domain::contact::ContactChannel;
use causeway_wire::table::SendCustomerEmailVerification;

use super::send::send;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Sends a code to the customer's e-mail address, replacing the previous one.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT` if there is nothing to verify; `RATE_LIMITED`; `INTERNAL_ERROR` if the
/// message cannot be sent.
pub async fn handler(call: Call<SendCustomerEmailVerification>) -> Result<Answer, ApiError> {
    send(call, ContactChannel::Email).await
}
