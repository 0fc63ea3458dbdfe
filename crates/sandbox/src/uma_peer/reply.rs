//! The HTTP part of the answers of simulated providers.

use causeway_service::ports::PeerReply;
use causeway_uma::errors::{ErrorBody, WireCode};

/// Returns an answer with a status and a body.
pub(super) fn reply(status: u16, body: String) -> PeerReply {
    PeerReply { status, body }
}

/// Returns a refusal with the status of its code.
pub(super) fn refused(body: &ErrorBody) -> PeerReply {
    reply(body.known_code().map_or(500, WireCode::status), body.to_json())
}

/// Returns the refusal with a code.
pub(super) fn refused_with(code: WireCode, reason: &str) -> PeerReply {
    refused(&ErrorBody::new(code, reason))
}
