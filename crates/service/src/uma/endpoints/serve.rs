//! The endpoint of each message.

use std::sync::Arc;

use causeway_uma::MAX_BODY;
use causeway_uma::errors::{ErrorBody, WireCode};

use super::message::{Origin, WireError, WireReply, WireRequest};
use super::{configuration, discovery, key_document, pay_request, transaction_hook};
use crate::runtime::app::App;

/// Answers a message, or returns `None` if nothing is at its host and path. It takes no permit for concurrent
/// requests.
pub async fn serve(app: &Arc<App>, origin: Origin, request: &WireRequest) -> Option<WireReply> {
    let segments: Vec<&str> = request.path.split('/').skip(1).collect();
    let answered = match (request.method.as_str(), segments.as_slice()) {
        ("GET", [".well-known", "lnurlpubkey"]) => key_document::answer(app, origin, request).await,
        ("GET", [".well-known", "uma-configuration"]) => configuration::answer(app, origin, request).await,
        ("GET", [".well-known", "lnurlp", user]) => discovery::answer(app, origin, request, user).await,
        ("GET", ["uma", "payreq", _]) => Err(not_uma()),
        ("POST", ["uma", "payreq", token]) => pay_request::answer(app, origin, request, token).await,
        ("POST", ["uma", "utxo", token]) => transaction_hook::answer(app, origin, request, token).await,
        ("POST", ["uma", "request"]) => Err(not_built()),
        _ => Err(WireError::NoSuchPath),
    };
    answered.map_or_else(WireError::into_reply, Some)
}

/// Returns the answer to a message that is too large, or did not arrive in time.
#[must_use]
pub fn not_received() -> WireReply {
    let reason = format!("A message has at most {MAX_BODY} bytes and arrives without pauses.");
    WireReply::refused(&ErrorBody::new(WireCode::InvalidRequestFormat, &reason))
}

/// Returns the answer to a message that arrives while too many others are processed.
#[must_use]
pub fn too_many() -> WireReply {
    let reason = "The service has too many messages under way; repeat this one a little later.";
    WireReply::refused(&ErrorBody::new(WireCode::InternalError, reason))
}

fn not_uma() -> WireError {
    WireError::refused(WireCode::NonUmaLnurlNotSupported, "Pay requests of UMA are sent with POST.")
}

fn not_built() -> WireError {
    WireError::refused(WireCode::NotImplemented, "UMA invoices are not accepted.")
}
