//! The journeys of stablecoins.

mod burns;
mod funding;
mod giving_up;
mod kills;
mod links;
mod lists;
mod mints;
mod operators;
mod provider;
mod quotes;
mod races;
mod registration;
mod restart;
pub(crate) mod scene;
mod secrets;
