//! The sandbox's set of ports.

use std::sync::Arc;

use causeway_service::ports::World;
use causeway_store::Store;

use crate::card_scenarios::CardsBySuffix;
use crate::cards::SimulatedIssuer;
use crate::checks::{ByName, EverythingClean, LivenessBySuffix, NamesBySuffix, Relaxed};
use crate::debits::SimulatedDebits;
use crate::faults::PartnerFaults;
use crate::funding::SampleAccounts;
use crate::messages::NothingSent;
use crate::payouts::SimulatedRail;
use crate::rates::TableRates;
use crate::refunds::SimulatedRefunds;
use crate::stablecoins::SimulatedProvider;
use crate::uma::{SandboxProviders, SimulatedPeers};
use crate::uma_settlement::SimulatedSettlement;

/// The simulated outside world, which keeps what its rails remember in `store`.
#[must_use]
pub fn world(store: &Store, faults: &PartnerFaults) -> World {
    World {
        verification: Arc::new(ByName),
        account_checks: Arc::new(Relaxed),
        funding: Arc::new(SampleAccounts),
        name_check: Arc::new(NamesBySuffix),
        liveness: Arc::new(LivenessBySuffix),
        messages: Arc::new(NothingSent),
        screening: Arc::new(EverythingClean),
        uma_policy: Arc::new(SandboxProviders),
        uma_peers: Arc::new(SimulatedPeers),
        uma_settlement: Arc::new(SimulatedSettlement::new(store.clone(), faults.clone())),
        rates: Arc::new(TableRates::new(faults.clone())),
        payouts: Arc::new(SimulatedRail::new(store.clone(), faults.clone())),
        debits: Arc::new(SimulatedDebits::new(store.clone(), faults.clone())),
        refunds: Arc::new(SimulatedRefunds::new(store.clone(), faults.clone())),
        stablecoins: Arc::new(SimulatedProvider::new(store.clone(), faults.clone())),
        cards: Arc::new(SimulatedIssuer::new(store.clone())),
        card_scenarios: Arc::new(CardsBySuffix),
    }
}
