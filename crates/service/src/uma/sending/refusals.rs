//! Errors of other providers, as the caller sees them (uma 6.5).

use causeway_uma::counterparty::field_of_key;
use causeway_uma::errors::{ErrorBody, WireCode};
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;
use crate::runtime::outbound::{Failure, OutboundResponse};
use crate::uma::peer_keys::PeerKeyError;

/// The message that was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Discovery,
    PayRequest,
}

/// Maximum length of a provider's reason, in characters.
const MAX_REASON: usize = 200;
/// Maximum number of missing fields that are shown.
const MAX_FIELDS: usize = 128;
/// Maximum length of their unknown keys, in bytes.
const MAX_KEY: usize = 128;

impl Step {
    /// Returns the code for a provider that gives no usable answer.
    const fn failed(self) -> Code {
        match self {
            Self::Discovery => Code::LnurlpRequestFailed,
            Self::PayRequest => Code::PayreqRequestFailed,
        }
    }

    /// Returns the code for an answer that can be read and not be used.
    const fn unusable(self) -> Code {
        match self {
            Self::Discovery => Code::LookupRequestFailed,
            Self::PayRequest => Code::InvalidPayreqResponse,
        }
    }

    /// Returns the code for an unknown receiver.
    const fn unknown(self) -> Code {
        match self {
            Self::Discovery => Code::UmaNotFound,
            Self::PayRequest => Code::InvalidReceiver,
        }
    }
}

/// Maps a request without an answer.
pub(super) fn of_failure(step: Step, failure: Failure) -> ApiError {
    let message = "The receiver's provider could not be reached; repeat the request.";
    ApiError::new(step.failed(), message).with("failure", failure.as_str())
}

/// Maps an answer with another status than 200.
pub(super) fn of_status(step: Step, response: &OutboundResponse) -> ApiError {
    let body = ErrorBody::parse(&response.body);
    let by_code = body.as_ref().and_then(|body| known(step, body));
    let by_status = || match response.status {
        404 => ApiError::new(step.unknown(), "The receiver's provider does not know the receiver."),
        412 => ApiError::new(Code::UnsupportedUmaVersion, "The receiver's provider refuses version 1."),
        status => {
            let message = "The receiver's provider failed to answer; repeat the request.";
            ApiError::new(step.failed(), message).with("counterpartyStatus", status)
        }
    };
    reasoned(by_code.unwrap_or_else(by_status), body.as_ref())
}

/// Maps an error body with the status 200.
pub(super) fn of_body(step: Step, body: &ErrorBody) -> ApiError {
    let refused = known(step, body).unwrap_or_else(|| {
        ApiError::new(step.unusable(), "The receiver's provider answers with an error of its own.")
    });
    reasoned(refused, Some(body))
}

/// Maps the failure to get a provider's keys.
pub(super) fn of_keys(error: PeerKeyError) -> ApiError {
    let code = same_code(error.code()).unwrap_or(Code::CounterpartyPubkeyFetchError);
    let message = format!("The answer of the receiver's provider cannot be verified: {error}.");
    ApiError::new(code, message)
}

/// Returns the error for an answer that can be read and not be used.
pub(super) fn unusable(step: Step, message: &str) -> ApiError {
    ApiError::new(step.unusable(), message)
}

/// Maps a refusal with a code that the table of uma 6.5 names.
fn known(step: Step, body: &ErrorBody) -> Option<ApiError> {
    let refused = |code| ApiError::new(code, "The receiver's provider refuses the request.");
    let code = body.known_code()?;
    match (step, code) {
        (_, WireCode::UserNotFound) => Some(refused(step.unknown())),
        (_, WireCode::UnsupportedUmaVersion) => Some(refused(Code::UnsupportedUmaVersion)),
        (Step::PayRequest, WireCode::MissingMandatoryPayerData) => Some(missing_data(body)),
        (Step::PayRequest, WireCode::MissingMandatoryPayeeData) => Some(refused(Code::InvalidPayreqResponse)),
        (Step::PayRequest, WireCode::UnrecognizedMandatoryPayeeDataKey) => {
            Some(refused(Code::UnrecognizedMandatoryPayeeDataKey))
        }
        (Step::PayRequest, WireCode::RequestNotFound) => {
            let message =
                "The receiver's provider does not know the request any more; look the receiver up again.";
            Some(ApiError::new(Code::LookupRequestNotFound, message))
        }
        (_, code) => same_code(code).map(refused),
    }
}

/// Returns the code that the caller sees too.
const fn same_code(code: WireCode) -> Option<Code> {
    match code {
        WireCode::UserNotReady => Some(Code::UserNotReady),
        WireCode::VelocityLimitExceeded => Some(Code::VelocityLimitExceeded),
        WireCode::CounterpartyNotAllowed => Some(Code::CounterpartyNotAllowed),
        WireCode::SenderNotAccepted => Some(Code::SenderNotAccepted),
        WireCode::AmountOutOfRange => Some(Code::AmountOutOfRange),
        WireCode::InvalidCurrency => Some(Code::InvalidCurrency),
        WireCode::InvalidTimestamp => Some(Code::InvalidTimestamp),
        WireCode::InvalidNonce => Some(Code::InvalidNonce),
        WireCode::MissingRequiredUmaParameters => Some(Code::MissingRequiredUmaParameters),
        WireCode::CertChainInvalid => Some(Code::CertChainInvalid),
        WireCode::CertChainExpired => Some(Code::CertChainExpired),
        WireCode::InvalidPubkeyFormat => Some(Code::InvalidPubkeyFormat),
        WireCode::InvalidRequestFormat => Some(Code::InvalidRequestFormat),
        WireCode::InvalidSignature => Some(Code::InvalidSignature),
        WireCode::CounterpartyPubkeyFetchError => Some(Code::CounterpartyPubkeyFetchError),
        _ => None,
    }
}

/// Returns the error for missing data about the payer, by the names of the interface where it has them.
fn missing_data(body: &ErrorBody) -> ApiError {
    let name = |key: &String| match field_of_key(key) {
        Some(field) => field.as_str().to_owned(),
        None => cut_off(key).to_owned(),
    };
    let names: Vec<String> = body.missing_fields.iter().take(MAX_FIELDS).map(name).collect();
    let message = "The receiver's provider needs more data about the payer.";
    let error = ApiError::new(Code::MissingMandatoryUserInfo, message);
    if names.is_empty() { error } else { error.with("missingFields", names) }
}

/// Returns the beginning of a provider's key.
fn cut_off(key: &str) -> &str {
    key.get(..key.floor_char_boundary(MAX_KEY)).unwrap_or(key)
}

/// Adds the provider's own words, which are not trusted to be short.
fn reasoned(error: ApiError, body: Option<&ErrorBody>) -> ApiError {
    match body.filter(|body| !body.reason.is_empty()) {
        Some(body) => {
            let reason: String = body.reason.chars().take(MAX_REASON).collect();
            error.with("counterpartyReason", reason)
        }
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, body: &str) -> OutboundResponse {
        OutboundResponse::of(status, body.to_owned())
    }

    fn code(step: Step, status: u16, code: &str) -> &'static str {
        let body = format!(r#"{{"status":"ERROR","reason":"no","code":"{code}"}}"#);
        of_status(step, &response(status, &body)).code.as_str()
    }

    #[test]
    fn refusals_are_those_of_the_table() {
        for (status, wire, at_lookup, at_quote) in [
            (404, "USER_NOT_FOUND", "UMA_NOT_FOUND", "INVALID_RECEIVER"),
            (404, "", "UMA_NOT_FOUND", "INVALID_RECEIVER"),
            (404, "REQUEST_NOT_FOUND", "UMA_NOT_FOUND", "LOOKUP_REQUEST_NOT_FOUND"),
            (403, "USER_NOT_READY", "USER_NOT_READY", "USER_NOT_READY"),
            (403, "VELOCITY_LIMIT_EXCEEDED", "VELOCITY_LIMIT_EXCEEDED", "VELOCITY_LIMIT_EXCEEDED"),
            (403, "COUNTERPARTY_NOT_ALLOWED", "COUNTERPARTY_NOT_ALLOWED", "COUNTERPARTY_NOT_ALLOWED"),
            (400, "SENDER_NOT_ACCEPTED", "SENDER_NOT_ACCEPTED", "SENDER_NOT_ACCEPTED"),
            (400, "AMOUNT_OUT_OF_RANGE", "AMOUNT_OUT_OF_RANGE", "AMOUNT_OUT_OF_RANGE"),
            (400, "INVALID_NONCE", "INVALID_NONCE", "INVALID_NONCE"),
            (401, "INVALID_SIGNATURE", "INVALID_SIGNATURE", "INVALID_SIGNATURE"),
            (400, "MISSING_MANDATORY_PAYER_DATA", "LNURLP_REQUEST_FAILED", "MISSING_MANDATORY_USER_INFO"),
            (400, "MISSING_MANDATORY_PAYEE_DATA", "LNURLP_REQUEST_FAILED", "INVALID_PAYREQ_RESPONSE"),
            (
                501,
                "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY",
                "LNURLP_REQUEST_FAILED",
                "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY",
            ),
            (412, "UNSUPPORTED_UMA_VERSION", "UNSUPPORTED_UMA_VERSION", "UNSUPPORTED_UMA_VERSION"),
            (
                424,
                "COUNTERPARTY_PUBKEY_FETCH_ERROR",
                "COUNTERPARTY_PUBKEY_FETCH_ERROR",
                "COUNTERPARTY_PUBKEY_FETCH_ERROR",
            ),
            (400, "PARSE_PAYREQ_REQUEST_ERROR", "LNURLP_REQUEST_FAILED", "PAYREQ_REQUEST_FAILED"),
            (500, "INTERNAL_ERROR", "LNURLP_REQUEST_FAILED", "PAYREQ_REQUEST_FAILED"),
            (302, "", "LNURLP_REQUEST_FAILED", "PAYREQ_REQUEST_FAILED"),
        ] {
            assert_eq!(code(Step::Discovery, status, wire), at_lookup, "{wire}");
            assert_eq!(code(Step::PayRequest, status, wire), at_quote, "{wire}");
        }
    }

    #[test]
    fn the_reason_of_the_provider_is_cut_off() {
        let long = format!(r#"{{"status":"ERROR","reason":"{}","code":"USER_NOT_READY"}}"#, "é".repeat(400));
        let error = of_status(Step::Discovery, &response(403, &long));
        let reason = error.details().and_then(|details| details.get("counterpartyReason").cloned());
        assert_eq!(reason, Some("é".repeat(200).into()));
        assert_eq!(of_status(Step::Discovery, &response(502, "<html>")).code, Code::LnurlpRequestFailed);
    }

    #[test]
    fn missing_data_is_named_as_in_the_interface() {
        let body = ErrorBody::missing_payer_data(vec!["taxId".into(), "favouriteColour".into()]);
        let error = of_body(Step::PayRequest, &body);
        assert_eq!(error.code, Code::MissingMandatoryUserInfo);
        let missing = error.details().and_then(|details| details.get("missingFields").cloned());
        assert_eq!(missing, Some(serde_json::json!(["TAX_ID", "favouriteColour"])));
    }

    #[test]
    fn the_list_of_missing_data_is_cut_off() {
        let body = ErrorBody::missing_payer_data(vec!["é".repeat(100); 200]);
        let error = of_body(Step::PayRequest, &body);
        let missing = error.details().and_then(|details| details.get("missingFields").cloned());
        assert_eq!(missing, Some(serde_json::json!(vec!["é".repeat(64); 128])));
    }
}
