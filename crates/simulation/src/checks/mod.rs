//! The invariants: of each response at once, of everything else at intervals.

mod agents;
mod answers;
mod audit;
mod balances;
mod books;
mod cards;
mod deliveries;
mod deposits;
mod events;
mod external_funds;
mod lists;
mod outcomes;
mod payments;
mod revisions;
mod settle;
mod snapshot;
mod unmatched;

pub(crate) use answers::submit;
pub(crate) use audit::{EVENTS, audit, check_clocks};
pub(crate) use settle::settle;
