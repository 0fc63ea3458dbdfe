//! What must hold: of each answer at once, of everything else from time to time.

mod audit;
mod balances;
mod books;
mod deliveries;
mod doubt;
mod elsewhere;
mod events;
mod later;
mod learn;
mod lists;
mod payments;
mod picture;
mod settle;
mod verdict;

pub(crate) use audit::{audit, check_clocks};
pub(crate) use books::Books;
pub(crate) use learn::learn_accounts;
pub(crate) use settle::settle;
pub(crate) use verdict::fire;
