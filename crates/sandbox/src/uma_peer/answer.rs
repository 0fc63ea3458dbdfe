//! The endpoints of a simulated provider (uma 2).

use causeway_domain::Time;
use causeway_service::runtime::outbound::OutboundResponse;
use causeway_uma::ConfigurationDocument;

use super::host::SimulatedHost;
use super::reply::reply;
use super::{discovery, keys, pay_request};

/// A message to a simulated provider.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PeerMessage<'a> {
    pub(crate) method: &'a str,
    /// As sent, percent-encoded.
    pub(crate) path: &'a str,
    /// As sent, without `?`.
    pub(crate) query: &'a str,
    pub(crate) body: &'a [u8],
}

/// Answers a message: always in the same way at the same time. `now` is wall time.
pub(crate) fn answer(peer: &SimulatedHost, message: &PeerMessage<'_>, now: Time) -> OutboundResponse {
    let now = now.millis().div_euclid(1_000);
    let segments: Vec<&str> = message.path.split('/').skip(1).collect();
    let answered = match (message.method, segments.as_slice()) {
        ("GET", [".well-known", "lnurlpubkey"]) => keys::answer(peer, now),
        ("GET", [".well-known", "uma-configuration"]) => {
            Some(reply(200, ConfigurationDocument::new("Sandbox").to_json()))
        }
        ("GET", [".well-known", "lnurlp", user]) => discovery::answer(peer, user, message.query, now),
        ("POST", ["uma", "payreq", user]) => pay_request::answer(peer, user, message.body, now),
        _ => Some(reply(404, String::new())),
    };
    answered.unwrap_or_else(|| reply(500, String::new()))
}
