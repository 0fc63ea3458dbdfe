//! The sandbox's set of ports.

use std::sync::Arc;

use causeway_service::ports::{EveryOffer, SettlementLayer, World};
use causeway_store::Store;

use crate::card_scenarios::CardsBySuffix;
use crate::cards::SimulatedIssuer;
use crate::checks::{
    LivenessBySuffix, NameCheckBySuffix, RelaxedAccountChecks, SimulatedScreening, VerificationBySuffix,
};
use crate::debits::SimulatedDebits;
use crate::faults::PartnerFaults;
use crate::funding::SampleAccounts;
use crate::messages::SimulatedMessages;
use crate::payouts::SimulatedRail;
use crate::rates::TableRates;
use crate::refunds::SimulatedRefunds;
use crate::stablecoins::SimulatedProvider;
use crate::uma::{SandboxProviders, SimulatedPeers};
use crate::uma_settlement::SimulatedSettlement;

/// Returns the simulated outside world; its rails keep their records in `store`.
#[must_use]
pub fn world(store: &Store, faults: &PartnerFaults) -> World {
    World {
        verification: Arc::new(VerificationBySuffix),
        account_checks: Arc::new(RelaxedAccountChecks),
        funding: Arc::new(SampleAccounts),
        name_check: Arc::new(NameCheckBySuffix),
        liveness: Arc::new(LivenessBySuffix),
        messages: Arc::new(SimulatedMessages),
        screening: Arc::new(SimulatedScreening),
        uma_policy: Arc::new(SandboxProviders { has_node: false }),
        uma_peers: Arc::new(SimulatedPeers),
        uma_layers: vec![Arc::new(SimulatedSettlement::new(store.clone(), faults.clone()))],
        rates: Arc::new(TableRates::new(faults.clone())),
        payouts: Arc::new(SimulatedRail::new(store.clone(), faults.clone())),
        offers: Arc::new(EveryOffer),
        debits: Arc::new(SimulatedDebits::new(store.clone(), faults.clone())),
        refunds: Arc::new(SimulatedRefunds::new(store.clone(), faults.clone())),
        stablecoins: Arc::new(SimulatedProvider::new(store.clone(), faults.clone())),
        cards: Arc::new(SimulatedIssuer::new(store.clone())),
        card_scenarios: Arc::new(CardsBySuffix),
    }
}

/// Adds a Lightning node on regtest to the simulated outside world, over which an operator can allow providers of
/// other deployments.
#[must_use]
pub fn with_lightning(world: World, layer: Arc<dyn SettlementLayer>) -> World {
    let uma_layers = world.uma_layers.into_iter().chain([layer]).collect();
    World { uma_policy: Arc::new(SandboxProviders { has_node: true }), uma_layers, ..world }
}
