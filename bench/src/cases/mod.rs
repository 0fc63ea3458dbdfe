//! The measured cases.

mod case;
mod cost;
mod currencies;
mod customer;
mod decisions;
mod executions;
mod funding;
mod hanging;
mod life;
mod pairs;
mod payments;
mod receiver;
mod run;
mod slow_bodies;
mod start;
mod stored;
mod versions;
mod wallets;
mod webhooks;
mod world;

pub(crate) use case::Case;
pub(crate) use run::run;
