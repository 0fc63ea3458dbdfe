use serde_json::{Value, json};

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::quotes::Quote;
use crate::sca::{
    BeneficiaryTrustConfirm, BeneficiaryTrustConfirmRequest, BeneficiaryTrustStart, OfScaCustomer,
    RecordSecurityEventRequest, RecordSecurityEventResponse, ScaAuthorization, ScaFactorConfirmRequest,
    ScaFactorConfirmResponse, ScaFactorEnrollRequest, ScaFactorEnrollStart, ScaFactorList, ScaLoginComplete,
    ScaLoginCompleteRequest, ScaLoginStart, ScaLoginStartRequest, TwoFactorResetCompleteRequest,
    TwoFactorResetStart, TwoFactorResetStartRequest, TwoFactorResetStatus,
};

operations! {
    /// Strong customer authentication of customers in the European Economic Area before payments, if the
    /// platform uses it.
    ///
    /// For other customers these operations are refused with 409, and no authentication is needed.
    Sca tagged "Strong Customer Authentication";

    /// Lists the authentication factors of a customer.
    ListScaFactors = Get "/sca/factors", Any, query OfScaCustomer = of_customer() => 200 one ScaFactorList | 404 409;

    /// Starts the enrolment of an authenticator app or a passkey.
    StartScaFactorEnrollment = Post "/sca/factors", ManageOrTransact, query OfScaCustomer = of_customer(),
        body ScaFactorEnrollRequest = json!({ "type": "TOTP" }) => 200 one ScaFactorEnrollStart | 404 409 501;

    /// Completes an enrolment, with a code of the authenticator app or the new passkey.
    ConfirmScaFactorEnrollment = Post "/sca/factors/confirm", ManageOrTransact,
        query OfScaCustomer = of_customer(), body ScaFactorConfirmRequest = totp()
        => 200 one ScaFactorConfirmResponse | 404 409;

    /// Deletes a passkey.
    DeleteScaFactor = Delete "/sca/factors/{credentialId}", ManageOrTransact, query OfScaCustomer = of_customer()
        => 204 | 409;

    /// Starts a login: sends a code, or returns a challenge for the passkey.
    StartScaLogin = Post "/sca/login/start", ManageOrTransact, query OfScaCustomer = of_customer(),
        body ScaLoginStartRequest = json!({ "factor": "SMS_OTP" }) => 200 one ScaLoginStart | 404 409;

    /// Logs the customer in for 180 days.
    ///
    /// Failures are counted, and lock the customer from the fifth on.
    CompleteScaLogin = Post "/sca/login/complete", ManageOrTransact, query OfScaCustomer = of_customer(),
        body ScaLoginCompleteRequest = login() => 200 one ScaLoginComplete | 404 409 423;

    /// Records a security event of a customer that the platform reports.
    RecordSecurityEvent = Post "/sca/record-event", ManageOrTransact, query OfScaCustomer = of_customer(),
        body RecordSecurityEventRequest = json!({ "eventType": "RESET_PASSWORD_COMPLETED" })
        => 200 one RecordSecurityEventResponse | 404 409 423;

    /// Starts the reset of a factor that the customer has lost, with a liveness check.
    StartTwoFactorReset = Post "/sca/factors/reset", ManageOrTransact, query OfScaCustomer = of_customer(),
        body TwoFactorResetStartRequest = json!({ "factor": "SMS_OTP" }) => 201 one TwoFactorResetStart | 404 409 501;

    /// Returns the status of a reset.
    GetTwoFactorResetStatus = Get "/sca/factors/reset/{resetId}", Any, query OfScaCustomer = of_customer()
        => 200 one TwoFactorResetStatus | 409;

    /// Clears the factor after the liveness check and ends the customer's sessions.
    CompleteTwoFactorReset = Post "/sca/factors/reset/{resetId}/complete", ManageOrTransact,
        query OfScaCustomer = of_customer(), optional TwoFactorResetCompleteRequest
            = json!({ "mobile": { "countryCode": "+49", "number": "30123456" } }) => 204 | 409;

    /// Starts to trust a beneficiary: payments to the external account will need no authorization.
    StartBeneficiaryTrust = Post "/customers/external-accounts/{externalAccountId}/trust", ManageOrTransact,
        key Honoured => 200 one BeneficiaryTrustStart | 400 409;

    /// Confirms the trust in a beneficiary.
    ConfirmBeneficiaryTrust = Post "/customers/external-accounts/{externalAccountId}/trust/confirm",
        ManageOrTransact, key Honoured, body BeneficiaryTrustConfirmRequest = json!({ "code": "123456" })
        => 200 one BeneficiaryTrustConfirm | 409;

    /// Starts to end the trust in a beneficiary.
    StartBeneficiaryUntrust = Post "/customers/external-accounts/{externalAccountId}/untrust", ManageOrTransact,
        key Honoured => 200 one BeneficiaryTrustStart | 400 409;

    /// Confirms the end of the trust in a beneficiary.
    ConfirmBeneficiaryUntrust = Post "/customers/external-accounts/{externalAccountId}/untrust/confirm",
        ManageOrTransact, key Honoured, body BeneficiaryTrustConfirmRequest = json!({ "code": "123456" })
        => 200 one BeneficiaryTrustConfirm | 409;

    /// Authorizes a quote, which is then executed, or whose funding instructions are returned.
    ///
    /// The fifth wrong proof makes the quote fail.
    AuthorizeQuote = Post "/quotes/{quoteId}/authorize", Transact, key Honoured,
        body ScaAuthorization = json!({ "code": "123456" }) => 200 one Quote | 409 423;

    /// Sends the code of a quote's challenge again.
    ResendQuoteScaCode = Post "/quotes/{quoteId}/authorize/resend", Transact, key Honoured => 204 | 409;
}

fn of_customer() -> Value {
    json!({ "customerId": CUSTOMER })
}

fn totp() -> Value {
    json!({ "type": "TOTP", "secret": "3132333435363738393031323334353637383930", "code": "123456" })
}

fn login() -> Value {
    json!({ "factor": "TOTP", "endUserIpAddress": "203.0.113.7", "code": "123456" })
}

/// A customer with contact data that must be verified.
const CUSTOMER: &str = "Customer:0199a1b2-c3d4-7e8f-9a0b-7f8a9b0c1d2e";
