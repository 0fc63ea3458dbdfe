//! The sandbox's set of ports.

use std::sync::Arc;

use causeway_service::ports::World;
use causeway_store::Store;

use crate::checks::{ByName, EverythingClean, NamesBySuffix, Relaxed, SampleDirectory};
use crate::debits::SimulatedDebits;
use crate::faults::PartnerFaults;
use crate::funding::SampleAccounts;
use crate::payouts::SimulatedRail;
use crate::rates::TableRates;

/// The simulated outside world, which keeps what its rails remember in `store`.
#[must_use]
pub fn world(store: &Store, faults: &PartnerFaults) -> World {
    World {
        verification: Arc::new(ByName),
        account_checks: Arc::new(Relaxed),
        funding: Arc::new(SampleAccounts),
        name_check: Arc::new(NamesBySuffix),
        screening: Arc::new(EverythingClean),
        directory: Arc::new(SampleDirectory),
        rates: Arc::new(TableRates::new(faults.clone())),
        payouts: Arc::new(SimulatedRail::new(store.clone(), faults.clone())),
        debits: Arc::new(SimulatedDebits::new(store.clone(), faults.clone())),
    }
}
