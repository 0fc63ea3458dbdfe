//! What must hold: of each answer at once, of everything else from time to time.

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
mod strays;

pub(crate) use answers::submit;
pub(crate) use audit::{EVENTS, audit, check_clocks};
pub(crate) use settle::settle;
