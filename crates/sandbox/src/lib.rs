//! The simulated outside world of sandbox platforms: rails, rates, name checks and verification outcomes.
//!
//! All outcomes are deterministic: the same identifier gives the same outcome after the same time on the
//! platform's clock. [`magic`] is the one table of all values that choose a scenario.
//!
//! `(money 8.2)` cites section 8.2 of `docs/interface/money.md`.

pub mod faults;
pub mod magic;

mod card_page;
mod card_scenarios;
mod cards;
mod chain;
mod checks;
mod debits;
mod follow_faults;
mod fund_internal_account;
mod funding;
mod messages;
mod payouts;
mod platform_faults;
mod rates;
mod refunds;
mod send;
pub mod simulate_card;
mod simulate_stablecoin_funding;
mod stablecoins;
mod uma;
mod uma_peer;
mod uma_receive;
mod uma_settlement;
mod world;

pub use card_page::{CARD_PAGE_PATH, RevealedCard, revealed_card};
pub use faults::PartnerFaults;
pub use follow_faults::{follow_faults, read_faults};
pub use fund_internal_account::handler as fund_internal_account;
pub use send::handler as send;
pub use simulate_stablecoin_funding::handler as simulate_stablecoin_funding;
pub use uma_receive::handler as uma_receive;
pub use world::{with_lightning, world};
