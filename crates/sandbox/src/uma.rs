//! The simulated providers of UMA addresses (money 13.1).

use causeway_domain::Time;
use causeway_service::ports::{
    PeerMessage, PeerReply, PeerUnreachable, UmaPeers, UmaPolicy, UmaProviderEntry, UmaRules,
};
use futures_util::future::{BoxFuture, ready};

use crate::uma_peer::{SimulatedHost, answer};

/// A policy that keeps sandbox money in the sandbox: the simulated providers and the platforms of this deployment
/// are allowed, and an operator may block any of them for a platform. Others are allowed only by an operator, and
/// only over a node on regtest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SandboxProviders {
    /// `true` if the sandbox has a Lightning node.
    pub(crate) has_node: bool,
}

impl UmaPolicy for SandboxProviders {
    fn allows(&self, provider: UmaProviderEntry<'_>, rules: &UmaRules) -> bool {
        let is_simulated = SimulatedHost::find(provider.domain, &rules.sandbox_domains).is_some();
        if is_simulated || provider.is_local {
            provider.decision.unwrap_or(true)
        } else {
            self.has_node && provider.decision == Some(true)
        }
    }
}

/// The simulated counterparties, the same at each sandbox domain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SimulatedPeers;

impl UmaPeers for SimulatedPeers {
    fn simulates(&self, host: &str, domains: &[String]) -> bool {
        SimulatedHost::find(host, domains).is_some()
    }

    fn exchange<'a>(
        &'a self,
        message: PeerMessage<'a>,
        domains: &'a [String],
        now: Time,
    ) -> BoxFuture<'a, Result<PeerReply, PeerUnreachable>> {
        let peer = SimulatedHost::find(message.host, domains);
        let answered = peer.map(|peer| answer(&peer, &message, now));
        Box::pin(ready(answered.ok_or(PeerUnreachable)))
    }
}
