//! The outside world of a service under test.

use std::sync::Arc;

use causeway_domain::Clock;
use causeway_sandbox::PartnerFaults;
use causeway_service::ports::{
    AllowList, EveryCheck, ManualVerification, NoCardIssuer, NoCardScenarios, NoFunding, NoLivenessCheck,
    NoNameCheck, NoRefundRail, NoStablecoinProvider, NoUmaPeers, OperatorRates, Ports, World,
};
use causeway_service::rails::RailRouter;
use causeway_service::runtime::outbound::Transport;
use causeway_service::runtime::rails::Rails;

use super::screening::FirstNameScreening;
use super::{Lightning, Mailbox};

/// The partners that tests control.
#[derive(Clone, Copy)]
pub(super) struct Partners<'a> {
    pub(super) rail: &'a PartnerFaults,
    pub(super) lightning: &'a Lightning,
    pub(super) mailbox: &'a Mailbox,
}

impl Partners<'_> {
    /// Returns the ports of a process. Its rails serve the production platforms.
    pub(super) fn ports(self, rails: &Arc<Rails>, outbound: &Arc<dyn Transport>, clock: &Clock) -> Ports {
        let Self { rail, lightning, mailbox } = self;
        let store = &rails.parts().store;
        let router = Arc::new(RailRouter::new(Arc::clone(rails)));
        Ports {
            sandbox: lightning.connect(causeway_sandbox::world(store, rail), outbound, clock),
            production: World {
                verification: Arc::new(ManualVerification),
                account_checks: Arc::new(EveryCheck),
                funding: Arc::new(NoFunding),
                name_check: Arc::new(NoNameCheck),
                liveness: Arc::new(NoLivenessCheck),
                messages: Arc::new(mailbox.clone()),
                screening: Arc::new(FirstNameScreening::default()),
                uma_policy: Arc::new(AllowList),
                uma_peers: Arc::new(NoUmaPeers),
                uma_layers: lightning.production_layers(outbound, clock),
                rates: Arc::new(OperatorRates::new(store.clone())),
                payouts: Arc::<RailRouter>::clone(&router),
                offers: Arc::<Rails>::clone(rails),
                debits: router,
                refunds: Arc::new(NoRefundRail),
                stablecoins: Arc::new(NoStablecoinProvider),
                cards: Arc::new(NoCardIssuer),
                card_scenarios: Arc::new(NoCardScenarios),
            },
        }
    }
}
