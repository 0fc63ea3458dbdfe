use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::contact::ContactVerificationConfirmRequest;
use crate::customers::Customer;
use crate::endpoint::Endpoint;

operations! {
    /// The proof that a customer can be reached at its e-mail address and its telephone number, in regions where that is
    /// required.
    Contact tagged "Contact Verification";

    /// Sends a code to the customer's e-mail address.
    ///
    /// It replaces the code before. In the sandbox nothing is sent, and the code is always `123456`.
    SendCustomerEmailVerification = Post "/customers/{customerId}/verify-email", Manage, key Honoured => 204 | 409;

    /// Confirms the customer's e-mail address with the code that was sent to it.
    ConfirmCustomerEmailVerification = Post "/customers/{customerId}/verify-email/confirm", Manage, key Honoured,
        body ContactVerificationConfirmRequest = json!({ "code": "123456" }) => 200 one Customer | 409;

    /// Sends a code to the customer's telephone number.
    ///
    /// As for the e-mail address.
    SendCustomerPhoneVerification = Post "/customers/{customerId}/verify-phone", Manage, key Honoured => 204 | 409;

    /// Confirms the customer's telephone number with the code that was sent to it.
    ConfirmCustomerPhoneVerification = Post "/customers/{customerId}/verify-phone/confirm", Manage, key Honoured,
        body ContactVerificationConfirmRequest = json!({ "code": "123456" }) => 200 one Customer | 409;
}
