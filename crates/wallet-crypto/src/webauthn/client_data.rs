//! Client data of a passkey operation, as written by the browser.

use serde::Deserialize;
use subtle::ConstantTimeEq;

use crate::{base64url, json};

/// A `clientDataJSON` with its exact bytes, which are signed.
#[derive(Debug, Clone)]
pub(super) struct ClientData {
    pub(super) bytes: Vec<u8>,
    members: Members,
}

#[derive(Debug, Clone, Deserialize)]
struct Members {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
}

impl ClientData {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let bytes = base64url::decode(text)?;
        let members = json::object(&bytes)?;
        Some(Self { bytes, members })
    }

    pub(super) fn is(&self, kind: &str) -> bool {
        self.members.kind == kind
    }

    pub(super) fn origin(&self) -> &str {
        &self.members.origin
    }

    /// Checks the challenge by comparing texts, because some challenges have a length that is impossible in
    /// base 64.
    pub(super) fn answers(&self, challenge: &str) -> bool {
        let [given, asked] =
            [&self.members.challenge, challenge].map(|text| base64url::unpadded(text).as_bytes());
        given.ct_eq(asked).into()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(challenge: &str) -> ClientData {
        let json = format!(r#"{{"type":"t","challenge":"{challenge}","origin":"o","crossOrigin":false}}"#);
        ClientData::parse(&base64url::encode(json)).unwrap()
    }

    #[test]
    fn challenges_compare_as_text_without_padding() {
        assert!(parse("abcde").answers("abcde="), "of an impossible length");
        assert!(parse("abcd==").answers("abcd"));
        assert!(!parse("abcd").answers("abce"));
        assert!(!parse("abcd").answers(""));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text: String, bytes: Vec<u8>) {
            let _ = ClientData::parse(&text);
            let _ = ClientData::parse(&base64url::encode(bytes));
        }
    }
}
