//! The wallet signature of a request (wallet 3).

use axum::http::HeaderMap;
use causeway_wire::table::Header;

/// The headers of a signed request, and the parts that must be the same each time it is sent. Empty headers
/// count as absent.
#[derive(Debug, Clone, Default)]
pub struct SentSignature {
    /// The wallet's signature.
    pub stamp: Option<String>,
    /// The id of the challenge that it answers.
    pub request: Option<String>,
    /// Method and path.
    pub scope: String,
    /// Hash of the parsed body.
    pub body_hash: [u8; 32],
}

impl SentSignature {
    pub(super) fn read(headers: &HeaderMap, scope: String, body_hash: [u8; 32]) -> Self {
        let text = |header: Header| {
            let value = headers.get(header.name())?.as_bytes();
            (!value.is_empty()).then(|| String::from_utf8_lossy(value).into_owned())
        };
        Self { stamp: text(Header::WalletSignature), request: text(Header::RequestId), scope, body_hash }
    }
}
