//! Bodies of errors.

use serde::{Deserialize, Serialize};

use super::code::WireCode;
use crate::json;
use crate::version::{ProtocolVersion, SUPPORTED_MAJORS};

/// The body of an error answer, our own or a peer's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    status: ErrorStatus,
    /// Words for the operators of the other side, at most 512 characters.
    #[serde(default, deserialize_with = "json::or_default")]
    pub reason: String,
    /// The code as it was sent. A peer may send an unknown one, or none.
    #[serde(default, deserialize_with = "json::or_default", skip_serializing_if = "String::is_empty")]
    pub code: String,
    /// The data keys that a pay request lacks.
    #[serde(default, deserialize_with = "json::or_default", skip_serializing_if = "Vec::is_empty")]
    pub missing_fields: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupported_version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supported_major_versions: Option<Vec<u32>>,
}

/// The value of `status` in error bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum ErrorStatus {
    #[serde(rename = "ERROR")]
    Error,
}

/// The longest reason, in characters.
const MAX_REASON: usize = 512;

impl ErrorBody {
    #[must_use]
    pub fn new(code: WireCode, reason: &str) -> Self {
        Self {
            status: ErrorStatus::Error,
            reason: reason.chars().take(MAX_REASON).collect(),
            code: code.as_str().to_owned(),
            missing_fields: Vec::new(),
            unsupported_version: None,
            supported_major_versions: None,
        }
    }

    /// Returns the refusal of a pay request that lacks these keys of payer data (uma 6.2).
    #[must_use]
    pub fn missing_payer_data(keys: Vec<String>) -> Self {
        let reason = format!("mandatory payer data is missing: {}", keys.join(", "));
        Self { missing_fields: keys, ..Self::new(WireCode::MissingMandatoryPayerData, &reason) }
    }

    /// Returns the refusal of a discovery request in another major version (uma 5.3).
    #[must_use]
    pub fn unsupported_version(version: ProtocolVersion) -> Self {
        let reason = format!("version {version} is not supported");
        Self {
            unsupported_version: Some(version.to_string()),
            supported_major_versions: Some(SUPPORTED_MAJORS.to_vec()),
            ..Self::new(WireCode::UnsupportedUmaVersion, &reason)
        }
    }

    /// Reads the body of a peer's answer, or returns `None` if it is not an error body.
    #[must_use]
    pub fn parse(body: &[u8]) -> Option<Self> {
        let mut read: Self = json::read(body)?;
        read.reason = read.reason.chars().take(MAX_REASON).collect();
        Some(read)
    }

    /// Returns the code, or `None` if it is absent or unknown.
    #[must_use]
    pub fn known_code(&self) -> Option<WireCode> {
        self.code.parse().ok()
    }

    /// Returns `true` if the peer supports a major version of ours. `None` if it did not send a list.
    #[must_use]
    pub fn supports_our_major(&self) -> Option<bool> {
        let majors = self.supported_major_versions.as_ref()?;
        Some(majors.iter().any(|major| SUPPORTED_MAJORS.contains(major)))
    }

    #[must_use]
    pub fn to_json(&self) -> String {
        json::write(self)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bodies_are_written_and_read() {
        for code in WireCode::ALL {
            let body = ErrorBody::new(*code, "a reason");
            assert_eq!(ErrorBody::parse(body.to_json().as_bytes()), Some(body.clone()));
            assert_eq!(body.known_code(), Some(*code));
            assert!((400..=501).contains(&code.status()));
        }
        let version = ProtocolVersion::parse("2.0").unwrap();
        let refusal = ErrorBody::unsupported_version(version);
        assert_eq!(
            refusal.to_json(),
            r#"{"status":"ERROR","reason":"version 2.0 is not supported","code":"UNSUPPORTED_UMA_VERSION","unsupportedVersion":"2.0","supportedMajorVersions":[1]}"#
        );
        let missing = ErrorBody::missing_payer_data(vec!["taxId".into()]);
        assert!(missing.to_json().ends_with(r#""missingFields":["taxId"]}"#));
    }

    #[test]
    fn bodies_of_peers_are_read_with_tolerance() {
        let read = |text: &str| ErrorBody::parse(text.as_bytes());
        let body = read(r#"{"status":"ERROR","reason":null,"supportedMajorVersions":[1,0],"x":1}"#).unwrap();
        assert_eq!((body.known_code(), body.supports_our_major()), (None, Some(true)));
        let other = read(r#"{"status":"ERROR","code":"NEW","supportedMajorVersions":[0]}"#).unwrap();
        assert_eq!((other.known_code(), other.supports_our_major()), (None, Some(false)));
        assert_eq!(read(r#"{"status":"ERROR"}"#).unwrap().supports_our_major(), None);
        let long = format!(r#"{{"status":"ERROR","reason":"{}"}}"#, "é".repeat(600));
        assert_eq!(read(&long).unwrap().reason.chars().count(), 512);
        for text in [
            r#"{"status":"OK"}"#,
            "{}",
            "[]",
            "<html>",
            r#"{"status":"ERROR","supportedMajorVersions":[-1]}"#,
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_body_is_read_or_refused(body: Vec<u8>, reason: String, code: String) {
            let _ = ErrorBody::parse(&body);
            let text = serde_json::json!({ "status": "ERROR", "reason": reason, "code": code }).to_string();
            prop_assert!(ErrorBody::parse(text.as_bytes()).is_some());
        }
    }
}
