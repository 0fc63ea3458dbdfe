//! Remedies of the error codes (conventions 7.3).

use crate::code::Code;

/// Declares the remedy of every code. A code without one does not compile.
macro_rules! remedies {
    ($($($code:ident)|+ => $text:literal,)+) => {
        impl Code {
            /// Returns the remedy: the next step of a caller that receives the code.
            #[must_use]
            pub const fn remedy(self) -> &'static str {
                match self { $($(Self::$code)|+ => $text,)+ }
            }
        }
    };
}

remedies! {
    InvalidInput =>
        "Correct the fields in `details.errors`, or read `details.reason`. Do not repeat the request \
         unchanged.",
    InvalidRequestFormat => "Send valid JSON (or multipart) with the right `Content-Type`.",
    MissingMandatoryUserInfo => "Add the data named in `details`, to the customer or to the request.",
    EndUserTermsVersionNotFound => "Read the current version with `GET /customers/end-user-terms`.",
    InvalidUmaAddress => "Send `$name@domain`; for your own customers, with your own domain.",
    InvalidCurrency => "Use a currency of the account and of `GET /config`, in capitals.",
    InvalidAmount => "Send a positive integer in the smallest unit.",
    InsufficientBalance =>
        "Fund the account (`details.required`), then execute again with a new idempotency key. The quote \
         stays good until it expires.",
    AmountOutOfRange => "Choose an amount within the limits of the currency and of the receiver.",
    InvitationsNotConfigured => "Ask your operator for the setting `invitations`.",
    InvitationAlreadyClaimed | InvitationCancelled => "Create a new invitation.",
    WebhookEndpointNotSet => "Set `webhookEndpoint` with `PATCH /config`.",
    WebhookDeliveryError =>
        "Read `details`: the status that your endpoint answered, or the reason for which there was no \
         answer.",
    LowQuality => "Ask for a better picture.",
    DataMismatch => "Compare the document with the data on file, and correct one of them.",
    Expired => "Ask for a document that is still valid.",
    SuspectedFraud => "Do not ask again automatically. Follow your compliance rules.",
    UnsuitableDocument => "Ask for a document of an accepted type.",
    Incomplete => "Ask for all pages, or for both sides.",
    InvalidBankAccount => "Ask for the details again. `CHECKSUM_FAILED` means a typing error.",
    ExternalAccountVerificationRequired =>
        "Have the owner prove the account, or pay less than the threshold.",
    QuoteRequestFailed | PayreqRequestFailed | CounterpartyPubkeyFetchError | LnurlpRequestFailed =>
        "Try again later.",
    SelfPayment => "Choose another receiver.",
    TransactionSizeLimitExceeded => "Pay less at once.",
    LookupRequestFailed | ParseLnurlpResponseError | ParsePayreqResponseError | InvalidPayreqResponse
        | CertChainInvalid | CertChainExpired | InvalidPubkeyFormat | MissingRequiredUmaParameters
        | InvalidTimestamp | InvalidNonce | InvalidSignature | UnsupportedUmaVersion | NoCompatibleUmaVersion
        | UnrecognizedMandatoryPayeeDataKey =>
        "Do not retry automatically: the counterparty has to correct it. Report its domain to your operator.",
    InvalidReceiver => "Look the receiver up again, and use the new `lookupId`.",
    SenderNotAccepted => "Tell the customer that the receiver does not accept the payment.",
    EmailOtpCredentialAlreadyExists | SmsOtpCredentialAlreadyExists | PasskeyCredentialAlreadyExists =>
        "Use the existing credential.",
    StablecoinProviderAccountInvalid => "Link the provider account again with valid credentials.",
    StablecoinProviderAccountRevoked => "Link the provider account again.",
    StablecoinProviderAccountSelectionRequired => "Send `stablecoinProviderAccountId`.",
    CardholderKycNotApproved => "Have the customer verified first.",
    FundingSourceIneligible => "Choose another account; `details.reason` says why.",
    Unauthorized =>
        "Check the client id and the secret, or the agent's token. For a sign-in of an end user, `reason` \
         names the failed check.",
    WalletSignatureMissing => "Have the device sign `payloadToSign`, and send `Svc-Wallet-Signature`.",
    WalletSignatureMalformed => "Send the stamp exactly as the client library made it.",
    WalletSignatureBodyMismatch => "Repeat the request with the body of the first call.",
    WalletSignatureInvalid => "Sign in to the wallet again, and sign this payload.",
    RequestIdMissing => "Send `Request-Id` with the `requestId` of the challenge.",
    Forbidden =>
        "Use a token with `details.requiredPermission`. For an agent, `details.reason` names the rule of \
         its policy.",
    UserNotReady => "Have the customer verified; `details.status` is its status.",
    EndUserTermsNotAccepted => "Record the consent with `PATCH /customers/{customerId}`.",
    CounterpartyNotAllowed => "Ask your operator to allow the provider.",
    VelocityLimitExceeded => "Try again later under a new idempotency key, or pay less.",
    UserNotFound => "Check the id. A deleted customer counts as unknown for writes.",
    TransactionNotFound => "Check the id and the token: another platform's ids are unknown.",
    QuoteNotFound => "Check the id.",
    LookupRequestNotFound => "Look the receiver up again: a look-up is good for 15 minutes.",
    TokenNotFound => "Check the id. A deleted token is unknown.",
    InvitationNotFound => "Check the code.",
    BulkUploadJobNotFound => "Check the id. Jobs are kept for 30 days.",
    UmaNotFound => "Tell the customer that the address does not exist.",
    StablecoinProviderAccountNotFound => "Link a provider account first, or check the id.",
    ReferenceNotFound => "Check the id and the path.",
    MethodNotAllowed => "Use a method of the `Allow` header.",
    Conflict =>
        "Read `details.reason`. Read the resource before you decide. `IDEMPOTENCY_IN_PROGRESS` alone can be \
         repeated, after `Retry-After`.",
    UmaAddressExists => "Choose another address.",
    TransactionNotPendingPlatformApproval => "Read the transaction: it was decided, or the window has ended.",
    QuoteExpired => "Create a new quote.",
    QuoteRateUnavailable => "Create a new quote. Nothing was debited.",
    TransactionNotCancellable => "Wait for the outcome of the payment.",
    EmailOtpEmailAlreadyExists => "Ask for another address.",
    EmailOtpCredentialSetChanged => "Begin the change again.",
    PasskeyAlreadyEnrolled => "Delete the enrolled passkey first.",
    ScaSessionRequired => "Have the customer sign in (`/sca/login`), then repeat the request.",
    BeneficiaryTrusted => "End the trust first.",
    InvalidStateTransition => "Read the card: its state does not allow the change.",
    CardAlreadyClosed | CustomerDeleted => "Nothing to do.",
    CardNotMutable => "Issue a new card: a closed one cannot change.",
    BodyTooLarge => "Send a smaller body: at most 1 MiB of JSON.",
    AccountLocked =>
        "Wait until `details.lockedUntil`. If it is absent, the login is suspended until the password is \
         reset.",
    EmailOtpCredentialSyncFailed => "Begin the change again; nothing was changed.",
    RateLimited => "Wait for the seconds of `Retry-After`.",
    DailyVolumeLimitExceeded => "Try again on the next day (UTC); `Retry-After` has the seconds.",
    HeadTooLarge => "Send fewer or shorter headers: at most 512, at most 32 KiB together.",
    InternalError =>
        "Repeat the request with the same idempotency key. Give `X-Request-Id` to your operator.",
    SvcSwitchError => "Repeat the request with the same idempotency key.",
    NotImplemented => "Do not retry: this deployment does not offer it.",
    ServiceUnavailable => "Repeat the request with the same idempotency key after `Retry-After`.",
}
