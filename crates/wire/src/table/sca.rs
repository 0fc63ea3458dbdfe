//! Operations for strong customer authentication. `super::row` explains the grammar.

use serde_json::{Value, json};

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::quotes::Quote;
use crate::sca::{
    BeneficiaryTrustConfirm, BeneficiaryTrustConfirmRequest, BeneficiaryTrustStart,
    RecordSecurityEventRequest, RecordSecurityEventResponse, ScaAuthorization, ScaCustomerFilter,
    ScaFactorConfirmRequest, ScaFactorConfirmResponse, ScaFactorEnrollRequest, ScaFactorEnrollStart,
    ScaFactorList, ScaLoginComplete, ScaLoginCompleteRequest, ScaLoginStart, ScaLoginStartRequest,
    TwoFactorResetCompleteRequest, TwoFactorResetStart, TwoFactorResetStartRequest, TwoFactorResetStatus,
};

operations! {
    /// Strong customer authentication (SCA): customers in the European Economic Area authorize their
    /// payments, if the platform uses it.
    ///
    /// For all other customers no authentication is needed, and every operation fails with 409.
    Sca tagged "Strong Customer Authentication";

    /// Lists the authentication factors of a customer.
    ListScaFactors = Get "/sca/factors", Any,
        query ScaCustomerFilter = filter_example() => 200 one ScaFactorList | 404 409;

    /// Starts the enrollment of an authenticator app or a passkey.
    ///
    /// Fails with 409 if the customer already has a passkey and another one is requested, and with 501 if
    /// passkeys are not configured for the platform.
    StartScaFactorEnrollment = Post "/sca/factors", ManageOrTransact,
        query ScaCustomerFilter = filter_example(),
        body ScaFactorEnrollRequest = json!({ "type": "TOTP" }) => 200 one ScaFactorEnrollStart | 404 409 501;

    /// Completes an enrollment, with a code from the authenticator app or with the new passkey.
    ConfirmScaFactorEnrollment = Post "/sca/factors/confirm", ManageOrTransact,
        query ScaCustomerFilter = filter_example(), body ScaFactorConfirmRequest = totp_example()
        => 200 one ScaFactorConfirmResponse | 404 409;

    /// Deletes a passkey.
    DeleteScaFactor = Delete "/sca/factors/{credentialId}", ManageOrTransact,
        query ScaCustomerFilter = filter_example()
        => 204 | 409;

    /// Starts a login.
    ///
    /// For `SMS_OTP` a code is sent, for `PASSKEY` a challenge is returned. `TOTP` needs neither.
    StartScaLogin = Post "/sca/login/start", ManageOrTransact, query ScaCustomerFilter = filter_example(),
        body ScaLoginStartRequest = json!({ "factor": "SMS_OTP" }) => 200 one ScaLoginStart | 404 409;

    /// Completes a login: the customer's session then lasts 180 days.
    ///
    /// Failed attempts are counted. From the fifth on, each one locks the customer; while the lock lasts, a
    /// login fails with 423.
    CompleteScaLogin = Post "/sca/login/complete", ManageOrTransact,
        query ScaCustomerFilter = filter_example(),
        body ScaLoginCompleteRequest = login_example() => 200 one ScaLoginComplete | 404 409 423;

    /// Records a security event that the platform reports about a customer.
    ///
    /// Fails with 423 if a failed login is reported while the customer is locked.
    RecordSecurityEvent = Post "/sca/record-event", ManageOrTransact,
        query ScaCustomerFilter = filter_example(),
        body RecordSecurityEventRequest = json!({ "eventType": "RESET_PASSWORD_COMPLETED" })
        => 200 one RecordSecurityEventResponse | 404 409 423;

    /// Starts the reset of a factor that the customer has lost.
    ///
    /// The customer must pass a liveness check before the reset can be completed. Fails with 501 if liveness
    /// checks are not available in this deployment.
    StartTwoFactorReset = Post "/sca/factors/reset", ManageOrTransact,
        query ScaCustomerFilter = filter_example(),
        body TwoFactorResetStartRequest = json!({ "factor": "SMS_OTP" }) => 201 one TwoFactorResetStart | 404 409 501;

    /// Returns the status of a factor reset.
    GetTwoFactorResetStatus = Get "/sca/factors/reset/{resetId}", Any,
        query ScaCustomerFilter = filter_example()
        => 200 one TwoFactorResetStatus | 409;

    /// Completes a factor reset: clears the factor and ends the customer's sessions.
    ///
    /// Fails with 400 if the liveness check has not been passed.
    CompleteTwoFactorReset = Post "/sca/factors/reset/{resetId}/complete", ManageOrTransact,
        query ScaCustomerFilter = filter_example(), optional TwoFactorResetCompleteRequest
            = json!({ "mobile": { "countryCode": "+49", "number": "30123456" } }) => 204 | 409;

    /// Starts to make an external account a trusted beneficiary.
    ///
    /// Payments to a trusted beneficiary need no authorization. No challenge is returned if the account is
    /// already trusted, or if the customer can only use a code from the authenticator app. Fails with 400 if
    /// the customer has no factor.
    StartBeneficiaryTrust = Post "/customers/external-accounts/{externalAccountId}/trust", ManageOrTransact,
        key Honoured => 200 one BeneficiaryTrustStart | 400 409;

    /// Confirms that an external account becomes a trusted beneficiary.
    ConfirmBeneficiaryTrust = Post "/customers/external-accounts/{externalAccountId}/trust/confirm",
        ManageOrTransact, key Honoured, body BeneficiaryTrustConfirmRequest = json!({ "code": "123456" })
        => 200 one BeneficiaryTrustConfirm | 409;

    /// Starts to remove an external account from the trusted beneficiaries.
    ///
    /// No challenge is returned if the account is not trusted, or if the customer can only use a code from
    /// the authenticator app. Fails with 400 if the customer has no factor.
    StartBeneficiaryUntrust = Post "/customers/external-accounts/{externalAccountId}/untrust", ManageOrTransact,
        key Honoured => 200 one BeneficiaryTrustStart | 400 409;

    /// Confirms that an external account is no longer a trusted beneficiary.
    ConfirmBeneficiaryUntrust = Post "/customers/external-accounts/{externalAccountId}/untrust/confirm",
        ManageOrTransact, key Honoured, body BeneficiaryTrustConfirmRequest = json!({ "code": "123456" })
        => 200 one BeneficiaryTrustConfirm | 409;

    /// Authorizes a quote.
    ///
    /// A quote with real-time funding then returns its funding instructions; any other quote is executed. The
    /// fifth wrong proof makes the quote fail. Fails with 409 if no challenge is pending, if the customer has
    /// no active session, or for the reasons for 409 of `POST /quotes/{quoteId}/execute`. Fails with 423 if
    /// the customer is locked.
    AuthorizeQuote = Post "/quotes/{quoteId}/authorize", Transact, key Honoured,
        body ScaAuthorization = json!({ "code": "123456" }) => 200 one Quote | 409 423;

    /// Sends the code of a quote's challenge again.
    ///
    /// Fails with 409 if no code was sent for the pending challenge, or if no challenge is pending.
    ResendQuoteScaCode = Post "/quotes/{quoteId}/authorize/resend", Transact, key Honoured => 204 | 409;
}

fn filter_example() -> Value {
    json!({ "customerId": CUSTOMER })
}

fn totp_example() -> Value {
    json!({ "type": "TOTP", "secret": "3132333435363738393031323334353637383930", "code": "123456" })
}

fn login_example() -> Value {
    json!({ "factor": "TOTP", "endUserIpAddress": "203.0.113.7", "code": "123456" })
}

/// A customer with contact data that must be verified.
const CUSTOMER: &str = "Customer:0199a1b2-c3d4-7e8f-9a0b-7f8a9b0c1d2e";
