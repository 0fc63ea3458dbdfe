//! The network around the service: webhook receivers, and the adapters of rails.

use std::fmt;
use std::sync::Arc;

use causeway_service::runtime::outbound::{Failure, OutboundRequest, OutboundResponse, Transport};
use futures_util::future::BoxFuture;

use super::rail_adapter::RailAdapter;
use super::receivers::Receivers;

/// The network, by address.
pub(super) struct Network {
    pub(super) receivers: Receivers,
    pub(super) rails: Vec<Arc<RailAdapter>>,
}

impl Transport for Network {
    fn exchange(&self, request: OutboundRequest) -> BoxFuture<'_, Result<OutboundResponse, Failure>> {
        let authority = request.target.authority();
        match self.rails.iter().find(|rail| rail.authority == authority) {
            Some(rail) => Box::pin(rail.exchange(request)),
            None => self.receivers.exchange(request),
        }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Network")
    }
}
