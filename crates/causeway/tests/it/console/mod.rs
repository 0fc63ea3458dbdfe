//! The console over HTTP (conventions 2.1): its pages as a browser without script gets them.

mod actions;
pub(crate) mod client;
mod compliance;
mod costs;
mod customers;
mod deposits;
mod documents;
mod forgery;
mod inbox;
mod links;
mod lists;
mod markup;
mod money;
mod parity;
mod passkeys;
mod payments;
mod roles;
mod sandbox;
mod sessions;
mod webhooks;
