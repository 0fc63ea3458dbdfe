//! Codes of errors.

use causeway_vocabulary::named;

named! {
    /// A code of an error between providers.
    pub enum WireCode {
        CounterpartyPubkeyFetchError = "COUNTERPARTY_PUBKEY_FETCH_ERROR",
        InvalidPubkeyFormat = "INVALID_PUBKEY_FORMAT",
        CertChainInvalid = "CERT_CHAIN_INVALID",
        CertChainExpired = "CERT_CHAIN_EXPIRED",
        InvalidSignature = "INVALID_SIGNATURE",
        InvalidTimestamp = "INVALID_TIMESTAMP",
        InvalidNonce = "INVALID_NONCE",
        InternalError = "INTERNAL_ERROR",
        NonUmaLnurlNotSupported = "NON_UMA_LNURL_NOT_SUPPORTED",
        MissingRequiredUmaParameters = "MISSING_REQUIRED_UMA_PARAMETERS",
        UnsupportedUmaVersion = "UNSUPPORTED_UMA_VERSION",
        ParseLnurlpRequestError = "PARSE_LNURLP_REQUEST_ERROR",
        VelocityLimitExceeded = "VELOCITY_LIMIT_EXCEEDED",
        UserNotFound = "USER_NOT_FOUND",
        UserNotReady = "USER_NOT_READY",
        RequestNotFound = "REQUEST_NOT_FOUND",
        ParsePayreqRequestError = "PARSE_PAYREQ_REQUEST_ERROR",
        AmountOutOfRange = "AMOUNT_OUT_OF_RANGE",
        InvalidCurrency = "INVALID_CURRENCY",
        SenderNotAccepted = "SENDER_NOT_ACCEPTED",
        MissingMandatoryPayerData = "MISSING_MANDATORY_PAYER_DATA",
        MissingMandatoryPayeeData = "MISSING_MANDATORY_PAYEE_DATA",
        UnrecognizedMandatoryPayeeDataKey = "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY",
        ParseUtxoCallbackError = "PARSE_UTXO_CALLBACK_ERROR",
        CounterpartyNotAllowed = "COUNTERPARTY_NOT_ALLOWED",
        ParseLnurlpResponseError = "PARSE_LNURLP_RESPONSE_ERROR",
        ParsePayreqResponseError = "PARSE_PAYREQ_RESPONSE_ERROR",
        LnurlpRequestFailed = "LNURLP_REQUEST_FAILED",
        PayreqRequestFailed = "PAYREQ_REQUEST_FAILED",
        NoCompatibleUmaVersion = "NO_COMPATIBLE_UMA_VERSION",
        UmaConfigurationFetchError = "UMA_CONFIGURATION_FETCH_ERROR",
        InvalidInvoice = "INVALID_INVOICE",
        InvoiceExpired = "INVOICE_EXPIRED",
        QuoteExpired = "QUOTE_EXPIRED",
        QuoteNotFound = "QUOTE_NOT_FOUND",
        InvalidInput = "INVALID_INPUT",
        InvalidRequestFormat = "INVALID_REQUEST_FORMAT",
        Forbidden = "FORBIDDEN",
        NotImplemented = "NOT_IMPLEMENTED",
    }
}

impl WireCode {
    /// Returns the HTTP status that an answer with this code has.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::InvalidSignature => 401,
            Self::NonUmaLnurlNotSupported
            | Self::VelocityLimitExceeded
            | Self::UserNotReady
            | Self::CounterpartyNotAllowed
            | Self::Forbidden => 403,
            Self::UserNotFound | Self::RequestNotFound | Self::QuoteNotFound => 404,
            Self::UnsupportedUmaVersion => 412,
            Self::CounterpartyPubkeyFetchError
            | Self::LnurlpRequestFailed
            | Self::PayreqRequestFailed
            | Self::NoCompatibleUmaVersion
            | Self::UmaConfigurationFetchError => 424,
            Self::InternalError => 500,
            Self::UnrecognizedMandatoryPayeeDataKey | Self::NotImplemented => 501,
            Self::InvalidPubkeyFormat
            | Self::CertChainInvalid
            | Self::CertChainExpired
            | Self::InvalidTimestamp
            | Self::InvalidNonce
            | Self::MissingRequiredUmaParameters
            | Self::ParseLnurlpRequestError
            | Self::ParsePayreqRequestError
            | Self::AmountOutOfRange
            | Self::InvalidCurrency
            | Self::SenderNotAccepted
            | Self::MissingMandatoryPayerData
            | Self::MissingMandatoryPayeeData
            | Self::ParseUtxoCallbackError
            | Self::ParseLnurlpResponseError
            | Self::ParsePayreqResponseError
            | Self::InvalidInvoice
            | Self::InvoiceExpired
            | Self::QuoteExpired
            | Self::InvalidInput
            | Self::InvalidRequestFormat => 400,
        }
    }
}
