//! The configuration document: `GET /.well-known/uma-configuration` (uma 9).

use serde::{Deserialize, Serialize};

use crate::json;
use crate::version::SUPPORTED_MAJORS;

/// The document that tells peers about a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigurationDocument {
    /// The name of the provider; `None` if a peer does not tell it.
    pub name: Option<String>,
    #[serde(default, deserialize_with = "json::or_default")]
    pub uma_major_versions: Vec<u32>,
    /// The URL for UMA invoices; `None` if they are not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uma_request_endpoint: Option<String>,
}

impl ConfigurationDocument {
    /// Returns the document of a platform.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self {
            name: Some(name.to_owned()),
            uma_major_versions: SUPPORTED_MAJORS.to_vec(),
            uma_request_endpoint: None,
        }
    }

    /// Reads a peer's document, or returns `None` if it is not one.
    #[must_use]
    pub fn parse(body: &[u8]) -> Option<Self> {
        json::read(body)
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
    fn the_document_is_written_and_read() {
        let own = ConfigurationDocument::new("Acme");
        assert_eq!(own.to_json(), r#"{"name":"Acme","uma_major_versions":[1]}"#);
        assert_eq!(ConfigurationDocument::parse(own.to_json().as_bytes()), Some(own));
        let peer = br#"{"uma_major_versions":[0,1],"uma_request_endpoint":"https://a.b/","x":{}}"#;
        assert_eq!(ConfigurationDocument::parse(peer).unwrap().uma_major_versions, [0, 1]);
    }

    proptest! {
        #[test]
        fn any_body_is_read_or_refused(body: Vec<u8>) {
            let _ = ConfigurationDocument::parse(&body);
        }
    }
}
