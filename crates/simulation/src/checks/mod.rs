//! The invariants: of each response at once, of everything else at intervals.

mod agents;
mod audit;
mod balances;
mod books;
mod cards;
mod deliveries;
mod deposits;
mod events;
mod external_funds;
mod fates;
mod lists;
mod outcomes;
mod payments;
mod rails;
mod responses;
mod revisions;
mod settle;
mod shown;
mod snapshot;
mod unmatched;

pub(crate) use audit::{EVENTS, audit, check_clocks};
pub(crate) use fates::{ENDS, REFUNDS};
pub(crate) use rails::{ENDS as RAIL_ENDS, check_bookings};
pub(crate) use responses::submit;
pub(crate) use settle::settle;
