//! Versions of the protocol, as a sender (uma 5.3).

use causeway_uma::ProtocolVersion;
use causeway_uma::errors::ErrorBody;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// Checks that a provider which refused the version speaks it nevertheless, so that the request can be repeated once.
///
/// # Errors
/// `NO_COMPATIBLE_UMA_VERSION`; `UNSUPPORTED_UMA_VERSION` if the provider does not list its versions.
pub(super) fn check_refusal(body: &[u8]) -> Result<(), ApiError> {
    match ErrorBody::parse(body).and_then(|body| body.supports_our_major()) {
        Some(true) => Ok(()),
        Some(false) => Err(no_compatible_version()),
        None => {
            let message = "The receiver's provider refuses version 1, and does not tell which one it speaks.";
            Err(ApiError::new(Code::UnsupportedUmaVersion, message))
        }
    }
}

/// Checks the version of an answer.
///
/// # Errors
/// `NO_COMPATIBLE_UMA_VERSION`.
pub(super) fn check_answer(version: ProtocolVersion) -> Result<ProtocolVersion, ApiError> {
    ProtocolVersion::negotiate(version).map_err(|_| no_compatible_version())
}

/// Returns the error for a provider that speaks no version of this side.
pub(super) fn no_compatible_version() -> ApiError {
    let message = "The receiver's provider does not speak version 1 of the protocol.";
    ApiError::new(Code::NoCompatibleUmaVersion, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_provider_that_lists_version_1_is_asked_again() {
        let refusal = |versions: &str| {
            let body =
                format!(r#"{{"status":"ERROR","reason":"","code":"UNSUPPORTED_UMA_VERSION"{versions}}}"#);
            check_refusal(body.as_bytes()).map_err(|error| error.code.as_str())
        };
        assert_eq!(refusal(r#","supportedMajorVersions":[1]"#), Ok(()));
        assert_eq!(refusal(r#","supportedMajorVersions":[2]"#), Err("NO_COMPATIBLE_UMA_VERSION"));
        assert_eq!(refusal(r#","supportedMajorVersions":[0]"#), Err("NO_COMPATIBLE_UMA_VERSION"));
        assert_eq!(refusal(""), Err("UNSUPPORTED_UMA_VERSION"));
        assert_eq!(
            check_refusal(b"<html>").map_err(|error| error.code.as_str()),
            Err("UNSUPPORTED_UMA_VERSION")
        );
    }
}
