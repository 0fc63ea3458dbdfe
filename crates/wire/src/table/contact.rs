//! Operations for contact verification. `super::row` explains the grammar.

use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::contact::ContactVerificationConfirmRequest;
use crate::customers::Customer;
use crate::endpoint::Endpoint;

operations! {
    /// Verification of customers' e-mail addresses and telephone numbers, in regions that require it.
    ///
    /// For customers who do not need it, every operation fails with 409.
    Contact tagged "Contact Verification";

    /// Sends a code to the customer's e-mail address.
    ///
    /// The new code replaces the previous one. In the sandbox no code is sent, and the code is always
    /// `123456`. Fails with 409 if the address is already verified, or if the customer has none.
    SendCustomerEmailVerification = Post "/customers/{customerId}/verify-email", Manage, key Honoured => 204 | 409;

    /// Confirms the customer's e-mail address with the code that was sent.
    ///
    /// Fails with 400 if the code is wrong or has expired, and with 409 if the address is already verified.
    ConfirmCustomerEmailVerification = Post "/customers/{customerId}/verify-email/confirm", Manage, key Honoured,
        body ContactVerificationConfirmRequest = json!({ "code": "123456" }) => 200 one Customer | 409;

    /// Sends a code to the customer's telephone number.
    ///
    /// The new code replaces the previous one. In the sandbox no code is sent, and the code is always
    /// `123456`. Fails with 409 if the number is already verified, or if the customer has none.
    SendCustomerPhoneVerification = Post "/customers/{customerId}/verify-phone", Manage, key Honoured => 204 | 409;

    /// Confirms the customer's telephone number with the code that was sent.
    ///
    /// Fails with 400 if the code is wrong or has expired, and with 409 if the number is already verified.
    ConfirmCustomerPhoneVerification = Post "/customers/{customerId}/verify-phone/confirm", Manage, key Honoured,
        body ContactVerificationConfirmRequest = json!({ "code": "123456" }) => 200 one Customer | 409;
}
