//! Strong customer authentication: logins, locks, factors, authorized payments and trusted payees (agents B).

mod agents;
mod challenges;
mod factors;
mod journeys;
mod production;
mod races;
pub(crate) mod scene;
mod transfers;
mod trusting;
