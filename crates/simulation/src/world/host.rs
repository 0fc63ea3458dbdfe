//! The environment that outlives the process.

use std::sync::Arc;

use causeway_domain::{Clock, Ids, Time};
use causeway_service::ports::{NoKeySets, NoMessages};
use causeway_service::runtime::keys::{Keyring, Keys};
use causeway_service::runtime::settings::WalletTimes;
use causeway_service::runtime::tombstones::Tombstones;
use causeway_wallet_keys::{CodeMarks, KeyServiceParts, LocalWalletKeys, MasterKeys};

use super::database::{Engine, RunDatabase};
use super::fault_plan::{self, FaultPlan};
use super::partners;
use super::rail_adapter::{self, AdapterParts, RailAdapter};
use super::receivers::{self, Receivers};
use crate::counts::Counts;
use crate::rng::Rng;
use crate::trace::Trace;
use crate::violation::{CheckResult, Violation};

/// The events that many runs together must have met.
pub(crate) const EVENTS: &[&[&str]] =
    &[fault_plan::EVENTS, receivers::EVENTS, partners::EVENTS, rail_adapter::EVENTS];

/// The wall time at the start of every run.
const START: Time = Time::from_millis(1_760_000_000_000);

/// Faults per thousand visits of a fault point; each run draws one of these.
const RATES: &[u32] = &[0, 4, 4, 12, 30];

/// Distance of the seeds whose runs have rails, unless all have. Other runs are the same as without rails.
const RAILS_EVERY: u64 = 4;

/// Difference of the seeds of the generators for the rails from the run's seed.
const OF_RAILS: u64 = 0x7261_696c;

/// The seeds whose runs have rails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RailSeeds {
    EveryFourth,
    All,
}

impl RailSeeds {
    fn include(self, seed: u64) -> bool {
        match self {
            Self::EveryFourth => seed.is_multiple_of(RAILS_EVERY),
            Self::All => true,
        }
    }
}

/// The environment that outlives the process.
pub(crate) struct Host {
    pub(crate) rng: Rng,
    /// The random numbers of everything about rails.
    pub(crate) rails_rng: Rng,
    /// Empty in a run without rails.
    pub(crate) rails: Vec<Arc<RailAdapter>>,
    pub(crate) counts: Counts,
    pub(crate) trace: Trace,
    pub(crate) clock: Clock,
    pub(crate) ids: Ids,
    pub(crate) fault_plan: FaultPlan,
    pub(crate) receivers: Receivers,
    pub(super) keys: Keys,
    pub(super) wallet_keys: Arc<LocalWalletKeys>,
    pub(super) tombstones: Arc<Tombstones>,
    pub(super) database: RunDatabase,
}

impl Host {
    pub(super) fn new(seed: u64, rail_seeds: RailSeeds, engine: Engine, counts: Counts) -> CheckResult<Self> {
        let rng = Rng::new(seed);
        let clock = Clock::manual(START);
        let ids = Ids::seeded(seed);
        let trace = Trace::default();
        let per_mille = rng.pick(RATES).copied().unwrap_or(0);
        let fault_plan = FaultPlan::new(rng.clone(), counts.clone(), per_mille, engine);
        let receivers = Receivers::new(rng.clone(), fault_plan.clone(), counts.clone(), trace.clone());
        let rails_rng = Rng::new(seed ^ OF_RAILS);
        let adapters = AdapterParts {
            rng: rails_rng.clone(),
            fault_plan: fault_plan.clone(),
            trace: trace.clone(),
            clock: clock.clone(),
            ids: Ids::seeded(seed ^ OF_RAILS),
        };
        let rails = if rail_seeds.include(seed) { RailAdapter::all(&adapters) } else { Vec::new() };
        let keys = Keys::new(Keyring::generate(&ids));
        let tombstones = Arc::new(Tombstones::in_memory());
        let parts = KeyServiceParts {
            keys: MasterKeys::generate(&ids),
            tombstones: Arc::clone(&tombstones),
            codes: CodeMarks::in_memory(),
            messages: Arc::new(NoMessages),
            key_sets: Arc::new(NoKeySets),
            clock: clock.clone(),
            ids: ids.clone(),
            times: WalletTimes::default(),
        };
        let wallet_keys =
            Arc::new(LocalWalletKeys::new(parts).map_err(|error| Violation(error.to_string()))?);
        let database = RunDatabase::empty(engine)?;
        Ok(Self {
            rng,
            rails_rng,
            rails,
            counts,
            trace,
            clock,
            ids,
            fault_plan,
            receivers,
            keys,
            wallet_keys,
            tombstones,
            database,
        })
    }
}
