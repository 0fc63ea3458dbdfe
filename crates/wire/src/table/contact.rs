use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::contact::ContactVerificationConfirmRequest;
use crate::customers::Customer;
use crate::endpoint::Endpoint;

operations! {
    /// Verification of customers' e-mail addresses and telephone numbers, in regions that require it.
    Contact tagged "Contact Verification";

    /// Sends a code to the customer's e-mail address.
    ///
    /// It replaces the previous code. In the sandbox nothing is sent, and the code is always `123456`.
    SendCustomerEmailVerification = Post "/customers/{customerId}/verify-email", Manage, key Honoured => 204 | 409;

    /// Confirms the customer's e-mail address with the code that was sent.
    ConfirmCustomerEmailVerification = Post "/customers/{customerId}/verify-email/confirm", Manage, key Honoured,
        body ContactVerificationConfirmRequest = json!({ "code": "123456" }) => 200 one Customer | 409;

    /// Sends a code to the customer's telephone number.
    ///
    /// It replaces the previous code. In the sandbox nothing is sent, and the code is always `123456`.
    SendCustomerPhoneVerification = Post "/customers/{customerId}/verify-phone", Manage, key Honoured => 204 | 409;

    /// Confirms the customer's telephone number with the code that was sent.
    ConfirmCustomerPhoneVerification = Post "/customers/{customerId}/verify-phone/confirm", Manage, key Honoured,
        body ContactVerificationConfirmRequest = json!({ "code": "123456" }) => 200 one Customer | 409;
}
