//! Providers of UMA addresses that an environment simulates (money 13.1): they answer the messages of the protocol in
//! process.

use causeway_domain::Time;
use futures_util::future::{BoxFuture, ready};

/// A message to a simulated provider.
#[derive(Debug, Clone, Copy)]
pub struct PeerMessage<'a> {
    pub method: &'a str,
    /// The host that the message is for, with its port if it has one.
    pub host: &'a str,
    /// As sent, percent-encoded.
    pub path: &'a str,
    /// As sent, without `?`.
    pub query: &'a str,
    pub body: &'a [u8],
}

/// The answer of a simulated provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeerReply {
    /// The status of HTTP.
    pub status: u16,
    pub body: String,
}

/// The provider was not reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeerUnreachable;

/// The simulated UMA providers.
pub trait UmaPeers: Send + Sync {
    /// Returns `true` if a provider at this host is simulated. `domains` are those of the setting. It is called inside
    /// transactions and must not block.
    fn simulates(&self, host: &str, domains: &[String]) -> bool;

    /// Answers a message to a simulated provider. `now` is wall time.
    fn exchange<'a>(
        &'a self,
        message: PeerMessage<'a>,
        domains: &'a [String],
        now: Time,
    ) -> BoxFuture<'a, Result<PeerReply, PeerUnreachable>>;
}

/// The adapter of an environment that simulates no UMA providers.
#[derive(Debug, Clone, Copy)]
pub struct NoUmaPeers;

impl UmaPeers for NoUmaPeers {
    fn simulates(&self, _: &str, _: &[String]) -> bool {
        false
    }

    fn exchange<'a>(
        &'a self,
        _: PeerMessage<'a>,
        _: &'a [String],
        _: Time,
    ) -> BoxFuture<'a, Result<PeerReply, PeerUnreachable>> {
        Box::pin(ready(Err(PeerUnreachable)))
    }
}
