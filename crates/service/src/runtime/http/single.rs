//! Headers with a single value (conventions 1).

use axum::http::HeaderMap;
use causeway_wire::FieldError;
use causeway_wire::table::Header;

use crate::runtime::api_error::ApiError;

const CONTENT_TYPE: &str = "Content-Type";

/// Refuses a request that repeats a single-value header: two parsers could use different ones. Equal values
/// are refused too, because no sender repeats them on purpose.
///
/// `Host` and `Authorization` have their own rules, which come first.
///
/// # Errors
/// `INVALID_INPUT` naming every repeated header.
pub(super) fn refuse_repeated(headers: &HeaderMap) -> Result<(), ApiError> {
    let single = Header::ALL.iter().map(|header| header.name()).chain([CONTENT_TYPE]);
    let repeated = single.filter(|name| headers.get_all(*name).iter().nth(1).is_some());
    let errors: Vec<_> = repeated.map(|name| FieldError::new(name, "must be sent once")).collect();
    if errors.is_empty() { Ok(()) } else { Err(ApiError::fields(errors)) }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn every_repeated_header_is_named_in_any_spelling_and_with_any_values() {
        let mut headers = HeaderMap::new();
        for name in ["idempotency-key", "REQUEST-ID", "Accept", "Svc-Wallet-Signature", "content-type"] {
            let name = axum::http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            headers.append(&name, HeaderValue::from_static("a"));
            assert!(refuse_repeated(&headers).is_ok());
        }
        for (name, value) in
            [("accept", "a"), ("request-id", "a"), ("content-type", ""), ("idempotency-key", "b")]
        {
            headers.append(name, HeaderValue::from_static(value));
        }
        let refusal = refuse_repeated(&headers).unwrap_err();
        let errors = refusal.details().unwrap()["errors"].as_array().unwrap();
        let fields: Vec<_> = errors.iter().map(|error| error["field"].as_str().unwrap()).collect();
        assert_eq!(fields, ["Idempotency-Key", "Request-Id", "Content-Type"]);
    }
}
