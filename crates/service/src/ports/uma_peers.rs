//! Providers of UMA addresses that an environment simulates (money 13.1): they answer the messages of the protocol in
//! process.

use causeway_domain::Time;
use futures_util::future::{BoxFuture, ready};

use crate::runtime::outbound::{Failure, OutboundRequest, OutboundResponse};

/// The simulated UMA providers.
pub trait UmaPeers: Send + Sync {
    /// Returns `true` if a provider at this host is simulated. `domains` are those of the setting. It is called inside
    /// transactions and must not block.
    fn simulates(&self, host: &str, domains: &[String]) -> bool;

    /// Answers a message to a simulated provider. `now` is wall time.
    fn exchange<'a>(
        &'a self,
        request: &'a OutboundRequest,
        domains: &'a [String],
        now: Time,
    ) -> BoxFuture<'a, Result<OutboundResponse, Failure>>;
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
        _: &'a OutboundRequest,
        _: &'a [String],
        _: Time,
    ) -> BoxFuture<'a, Result<OutboundResponse, Failure>> {
        Box::pin(ready(Err(Failure::Unconnected)))
    }
}
