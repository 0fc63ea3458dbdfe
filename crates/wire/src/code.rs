//! Every error code of the interface with its status (conventions 7.3).

use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use causeway_vocabulary::UnknownName;

/// Declares the codes. Each variant has one status and one text, and its doc comment becomes its description
/// in the reference.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $status:literal $text:literal,)+) => {
        /// A machine-readable error code. Each code has exactly one status.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = $doc])+ $variant),+
        }

        impl Code {
            /// All codes, ordered by status.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the HTTP status of responses with this code.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self { $(Self::$variant => $status),+ }
            }

            /// Returns the description of the code, line by line.
            #[must_use]
            pub const fn meaning(self) -> &'static [&'static str] {
                match self { $(Self::$variant => &[$($doc),+]),+ }
            }

            /// Returns the code as it is sent.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    };
}

codes! {
    /// A field, parameter or combination is invalid, or the state of the resource forbids the request and the
    /// operation has no 409.
    InvalidInput = 400 "INVALID_INPUT",
    /// The body cannot be parsed, or its content type or multipart form is wrong.
    InvalidRequestFormat = 400 "INVALID_REQUEST_FORMAT",
    /// Customer data required for a region or by a currency's provider is missing.
    MissingMandatoryUserInfo = 400 "MISSING_MANDATORY_USER_INFO",
    /// The accepted version of the terms of service was never published.
    EndUserTermsVersionNotFound = 400 "END_USER_TERMS_VERSION_NOT_FOUND",
    /// A UMA address is malformed, or its domain is not allowed here.
    InvalidUmaAddress = 400 "INVALID_UMA_ADDRESS",
    /// A currency is unknown or not enabled where it is used.
    InvalidCurrency = 400 "INVALID_CURRENCY",
    /// An amount is missing, zero, negative or not an integer.
    InvalidAmount = 400 "INVALID_AMOUNT",
    /// The available balance of the internal source is too small.
    InsufficientBalance = 400 "INSUFFICIENT_BALANCE",
    /// An amount is outside the configured minimum or maximum.
    AmountOutOfRange = 400 "AMOUNT_OUT_OF_RANGE",
    /// The platform has no invitation settings.
    InvitationsNotConfigured = 400 "INVITATIONS_NOT_CONFIGURED",
    /// The invitation has already been claimed.
    InvitationAlreadyClaimed = 400 "INVITATION_ALREADY_CLAIMED",
    /// The invitation was cancelled.
    InvitationCancelled = 400 "INVITATION_CANCELLED",
    /// The operation needs a webhook endpoint, and none is set.
    WebhookEndpointNotSet = 400 "WEBHOOK_ENDPOINT_NOT_SET",
    /// The test webhook was not delivered, or not answered with 2xx.
    WebhookDeliveryError = 400 "WEBHOOK_DELIVERY_ERROR",
    /// The document is not legible enough.
    LowQuality = 400 "LOW_QUALITY",
    /// The document contradicts the data on file.
    DataMismatch = 400 "DATA_MISMATCH",
    /// The document has expired.
    Expired = 400 "EXPIRED",
    /// The document appears to be forged.
    SuspectedFraud = 400 "SUSPECTED_FRAUD",
    /// The document is of a type that is not accepted.
    UnsuitableDocument = 400 "UNSUITABLE_DOCUMENT",
    /// The document lacks a page or a side.
    Incomplete = 400 "INCOMPLETE",
    /// The bank details are wrong.
    InvalidBankAccount = 400 "INVALID_BANK_ACCOUNT",
    /// The ownership of the destination account is not verified yet.
    ExternalAccountVerificationRequired = 400 "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED",
    /// No price is available at the moment; the same request may succeed later.
    QuoteRequestFailed = 400 "QUOTE_REQUEST_FAILED",
    /// Sender and receiver are the same.
    SelfPayment = 400 "SELF_PAYMENT",
    /// The amount exceeds the maximum of a single transaction.
    TransactionSizeLimitExceeded = 400 "TRANSACTION_SIZE_LIMIT_EXCEEDED",
    /// The counterparty refused or failed a receiver lookup.
    LookupRequestFailed = 400 "LOOKUP_REQUEST_FAILED",
    /// The counterparty's lookup answer cannot be parsed.
    ParseLnurlpResponseError = 400 "PARSE_LNURLP_RESPONSE_ERROR",
    /// The counterparty's pay answer cannot be parsed.
    ParsePayreqResponseError = 400 "PARSE_PAYREQ_RESPONSE_ERROR",
    /// The counterparty's pay answer contradicts the request.
    InvalidPayreqResponse = 400 "INVALID_PAYREQ_RESPONSE",
    /// The receiver is not the one that was looked up.
    InvalidReceiver = 400 "INVALID_RECEIVER",
    /// The counterparty does not accept this sender.
    SenderNotAccepted = 400 "SENDER_NOT_ACCEPTED",
    /// The counterparty's certificate chain does not verify.
    CertChainInvalid = 400 "CERT_CHAIN_INVALID",
    /// The counterparty's certificate chain has expired.
    CertChainExpired = 400 "CERT_CHAIN_EXPIRED",
    /// The counterparty's public key cannot be parsed.
    InvalidPubkeyFormat = 400 "INVALID_PUBKEY_FORMAT",
    /// A counterparty message lacks required parameters.
    MissingRequiredUmaParameters = 400 "MISSING_REQUIRED_UMA_PARAMETERS",
    /// A counterparty message has a timestamp out of bounds.
    InvalidTimestamp = 400 "INVALID_TIMESTAMP",
    /// A counterparty message repeats a nonce.
    InvalidNonce = 400 "INVALID_NONCE",
    /// The wallet already has an e-mail credential.
    EmailOtpCredentialAlreadyExists = 400 "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS",
    /// The wallet already has an SMS credential.
    SmsOtpCredentialAlreadyExists = 400 "SMS_OTP_CREDENTIAL_ALREADY_EXISTS",
    /// The passkey is already a credential of the wallet.
    PasskeyCredentialAlreadyExists = 400 "PASSKEY_CREDENTIAL_ALREADY_EXISTS",
    /// The stablecoin provider link is unusable.
    StablecoinProviderAccountInvalid = 400 "STABLECOIN_PROVIDER_ACCOUNT_INVALID",
    /// The stablecoin provider link was revoked.
    StablecoinProviderAccountRevoked = 400 "STABLECOIN_PROVIDER_ACCOUNT_REVOKED",
    /// Several stablecoin provider links match; the request must name one.
    StablecoinProviderAccountSelectionRequired = 400 "STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED",
    /// The cardholder's identity is not approved.
    CardholderKycNotApproved = 400 "CARDHOLDER_KYC_NOT_APPROVED",
    /// An account is not eligible to fund the card.
    FundingSourceIneligible = 400 "FUNDING_SOURCE_INELIGIBLE",
    /// Credentials or an end user's authentication failed.
    Unauthorized = 401 "UNAUTHORIZED",
    /// A counterparty's signature does not verify.
    InvalidSignature = 401 "INVALID_SIGNATURE",
    /// The wallet's signature is required but missing.
    WalletSignatureMissing = 401 "WALLET_SIGNATURE_MISSING",
    /// The wallet's signature cannot be parsed.
    WalletSignatureMalformed = 401 "WALLET_SIGNATURE_MALFORMED",
    /// The request body differs from the one in the challenge.
    WalletSignatureBodyMismatch = 401 "WALLET_SIGNATURE_BODY_MISMATCH",
    /// The wallet's signature does not verify, or its key has no active session.
    WalletSignatureInvalid = 401 "WALLET_SIGNATURE_INVALID",
    /// A signed retry has no `Request-Id` of its challenge.
    RequestIdMissing = 401 "REQUEST_ID_MISSING",
    /// A permission is missing, or the operation is not available to this platform or agent.
    Forbidden = 403 "FORBIDDEN",
    /// The customer exists but is not ready for this operation, for example because it is not verified.
    UserNotReady = 403 "USER_NOT_READY",
    /// The customer's consent to the terms of service is required and not on file.
    EndUserTermsNotAccepted = 403 "END_USER_TERMS_NOT_ACCEPTED",
    /// The counterparty's provider is not enabled for the platform.
    CounterpartyNotAllowed = 403 "COUNTERPARTY_NOT_ALLOWED",
    /// The counterparty refuses the request because of its own limits.
    VelocityLimitExceeded = 403 "VELOCITY_LIMIT_EXCEEDED",
    /// No such customer.
    UserNotFound = 404 "USER_NOT_FOUND",
    /// No such transaction or card transaction.
    TransactionNotFound = 404 "TRANSACTION_NOT_FOUND",
    /// No such quote.
    QuoteNotFound = 404 "QUOTE_NOT_FOUND",
    /// No such receiver lookup.
    LookupRequestNotFound = 404 "LOOKUP_REQUEST_NOT_FOUND",
    /// No such API token.
    TokenNotFound = 404 "TOKEN_NOT_FOUND",
    /// No such invitation.
    InvitationNotFound = 404 "INVITATION_NOT_FOUND",
    /// No such bulk import.
    BulkUploadJobNotFound = 404 "BULK_UPLOAD_JOB_NOT_FOUND",
    /// The counterparty has no receiver with this UMA address.
    UmaNotFound = 404 "UMA_NOT_FOUND",
    /// No such stablecoin provider link.
    StablecoinProviderAccountNotFound = 404 "STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND",
    /// No such resource of any other kind, or no such path.
    ReferenceNotFound = 404 "REFERENCE_NOT_FOUND",
    /// The path exists, but does not support the method.
    MethodNotAllowed = 405 "METHOD_NOT_ALLOWED",
    /// A state conflict that has no code of its own, including idempotency conflicts.
    Conflict = 409 "CONFLICT",
    /// The UMA address is already in use.
    UmaAddressExists = 409 "UMA_ADDRESS_EXISTS",
    /// The transaction is not waiting for approval.
    TransactionNotPendingPlatformApproval = 409 "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL",
    /// The quote has expired.
    QuoteExpired = 409 "QUOTE_EXPIRED",
    /// The locked rate was refused.
    QuoteRateUnavailable = 409 "QUOTE_RATE_UNAVAILABLE",
    /// The transaction can no longer be cancelled.
    TransactionNotCancellable = 409 "TRANSACTION_NOT_CANCELLABLE",
    /// The e-mail address belongs to a credential of another customer.
    EmailOtpEmailAlreadyExists = 409 "EMAIL_OTP_EMAIL_ALREADY_EXISTS",
    /// The credentials tied to the contact changed between the challenge and the signed retry.
    EmailOtpCredentialSetChanged = 409 "EMAIL_OTP_CREDENTIAL_SET_CHANGED",
    /// The passkey is already enrolled.
    PasskeyAlreadyEnrolled = 409 "PASSKEY_ALREADY_ENROLLED",
    /// The customer needs an active session of strong customer authentication (SCA).
    ScaSessionRequired = 409 "SCA_SESSION_REQUIRED",
    /// The account is a trusted beneficiary and cannot be deleted.
    BeneficiaryTrusted = 409 "BENEFICIARY_TRUSTED",
    /// The card cannot change from its current state to the requested one.
    InvalidStateTransition = 409 "INVALID_STATE_TRANSITION",
    /// The card is already closed.
    CardAlreadyClosed = 409 "CARD_ALREADY_CLOSED",
    /// The card cannot be changed in its current state.
    CardNotMutable = 409 "CARD_NOT_MUTABLE",
    /// The customer is already deleted.
    CustomerDeleted = 410 "CUSTOMER_DELETED",
    /// The counterparty does not support the service's version of the UMA protocol.
    UnsupportedUmaVersion = 412 "UNSUPPORTED_UMA_VERSION",
    /// The body is larger than allowed. Sent as `INVALID_REQUEST_FORMAT`, with status 413.
    BodyTooLarge = 413 "INVALID_REQUEST_FORMAT",
    /// Login is locked after too many failed attempts.
    AccountLocked = 423 "ACCOUNT_LOCKED",
    /// The counterparty's pay endpoint failed.
    PayreqRequestFailed = 424 "PAYREQ_REQUEST_FAILED",
    /// The counterparty's keys could not be fetched.
    CounterpartyPubkeyFetchError = 424 "COUNTERPARTY_PUBKEY_FETCH_ERROR",
    /// The counterparty offers no UMA version that the service supports.
    NoCompatibleUmaVersion = 424 "NO_COMPATIBLE_UMA_VERSION",
    /// The counterparty's lookup endpoint failed.
    LnurlpRequestFailed = 424 "LNURLP_REQUEST_FAILED",
    /// A contact change could not be applied to all credentials tied to it.
    EmailOtpCredentialSyncFailed = 424 "EMAIL_OTP_CREDENTIAL_SYNC_FAILED",
    /// Too many requests; `Retry-After` gives the number of seconds to wait.
    RateLimited = 429 "RATE_LIMITED",
    /// The daily volume limit is reached; a retry on the same day is of no use.
    DailyVolumeLimitExceeded = 429 "DAILY_VOLUME_LIMIT_EXCEEDED",
    /// The request's head is larger than allowed. Sent as `INVALID_REQUEST_FORMAT`, with status 431.
    HeadTooLarge = 431 "INVALID_REQUEST_FORMAT",
    /// An unexpected failure; no partial change is visible.
    InternalError = 500 "INTERNAL_ERROR",
    /// A payment rail failed during the request; nothing is stored.
    SvcSwitchError = 500 "SVC_SWITCH_ERROR",
    /// Not available in this deployment.
    NotImplemented = 501 "NOT_IMPLEMENTED",
    /// The counterparty requires payee data of a kind that the service does not know.
    UnrecognizedMandatoryPayeeDataKey = 501 "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY",
    /// Temporarily unavailable; `Retry-After` gives the number of seconds to wait.
    ServiceUnavailable = 503 "SERVICE_UNAVAILABLE",
}

impl Code {
    /// Returns `true` if client libraries must not retry on their own: the response has `x-should-retry:
    /// false` (conventions 7.4). Otherwise they would repeat every 409, 429 and 5xx.
    ///
    /// The one 409 worth repeating, an idempotency key still in use, is an exception that the caller of this
    /// function makes.
    #[must_use]
    pub const fn forbids_retry(self) -> bool {
        matches!(self.status(), 409 | 501) || matches!(self, Self::DailyVolumeLimitExceeded)
    }

    /// Returns `true` if a response with this code is not stored under its idempotency key, so that a later
    /// request with the key is processed anew (conventions 9). The idempotency conflicts themselves are
    /// decided before a key is claimed.
    #[must_use]
    pub const fn leaves_key_free(self) -> bool {
        matches!(self.status(), 401 | 405 | 413 | 424 | 429 | 500..=599)
            || matches!(self, Self::Forbidden | Self::QuoteRequestFailed | Self::InvalidRequestFormat)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Code {
    type Err = UnknownName;
    /// Parses a code. Of the codes that share the text `INVALID_REQUEST_FORMAT` it returns the one with
    /// status 400.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::ALL.iter().find(|code| code.as_str() == text).copied().ok_or(UnknownName)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        causeway_vocabulary::text::parsed(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn those(wanted: impl Fn(Code) -> bool) -> Vec<&'static str> {
        Code::ALL.iter().filter(|code| wanted(**code)).map(|code| code.as_str()).collect()
    }

    #[test]
    fn only_sizes_share_their_text() {
        let texts: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        let sizes = [Code::BodyTooLarge, Code::HeadTooLarge];
        assert_eq!(texts.len(), Code::ALL.len() - sizes.len());
        for code in Code::ALL {
            let read = if sizes.contains(code) { Code::InvalidRequestFormat } else { *code };
            assert_eq!(code.as_str().parse(), Ok(read));
        }
    }

    #[test]
    fn permanent_refusals_forbid_a_retry() {
        assert_eq!(
            those(Code::forbids_retry),
            [
                "CONFLICT",
                "UMA_ADDRESS_EXISTS",
                "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL",
                "QUOTE_EXPIRED",
                "QUOTE_RATE_UNAVAILABLE",
                "TRANSACTION_NOT_CANCELLABLE",
                "EMAIL_OTP_EMAIL_ALREADY_EXISTS",
                "EMAIL_OTP_CREDENTIAL_SET_CHANGED",
                "PASSKEY_ALREADY_ENROLLED",
                "SCA_SESSION_REQUIRED",
                "BENEFICIARY_TRUSTED",
                "INVALID_STATE_TRANSITION",
                "CARD_ALREADY_CLOSED",
                "CARD_NOT_MUTABLE",
                "DAILY_VOLUME_LIMIT_EXCEEDED",
                "NOT_IMPLEMENTED",
                "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY",
            ]
        );
    }

    #[test]
    fn a_key_stays_free_after_answers_that_did_not_carry_the_request_out() {
        assert_eq!(
            those(Code::leaves_key_free),
            [
                "INVALID_REQUEST_FORMAT",
                "QUOTE_REQUEST_FAILED",
                "UNAUTHORIZED",
                "INVALID_SIGNATURE",
                "WALLET_SIGNATURE_MISSING",
                "WALLET_SIGNATURE_MALFORMED",
                "WALLET_SIGNATURE_BODY_MISMATCH",
                "WALLET_SIGNATURE_INVALID",
                "REQUEST_ID_MISSING",
                "FORBIDDEN",
                "METHOD_NOT_ALLOWED",
                "INVALID_REQUEST_FORMAT",
                "PAYREQ_REQUEST_FAILED",
                "COUNTERPARTY_PUBKEY_FETCH_ERROR",
                "NO_COMPATIBLE_UMA_VERSION",
                "LNURLP_REQUEST_FAILED",
                "EMAIL_OTP_CREDENTIAL_SYNC_FAILED",
                "RATE_LIMITED",
                "DAILY_VOLUME_LIMIT_EXCEEDED",
                "INTERNAL_ERROR",
                "SVC_SWITCH_ERROR",
                "NOT_IMPLEMENTED",
                "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY",
                "SERVICE_UNAVAILABLE",
            ]
        );
    }
}
