//! The HTTP part of the answers of simulated providers.

use causeway_service::runtime::outbound::OutboundResponse;
use causeway_uma::errors::{ErrorBody, WireCode};

/// Returns an answer with a status and a body.
pub(super) fn reply(status: u16, body: String) -> OutboundResponse {
    OutboundResponse { status, body: body.into() }
}

/// Returns a refusal with the status of its code.
pub(super) fn refused(body: &ErrorBody) -> OutboundResponse {
    reply(body.known_code().map_or(500, WireCode::status), body.to_json())
}

/// Returns the refusal with a code.
pub(super) fn refused_with(code: WireCode, reason: &str) -> OutboundResponse {
    refused(&ErrorBody::new(code, reason))
}
