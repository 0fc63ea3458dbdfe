//! The adapter to the provider Brale over HTTP (stablecoins 7.3), after version 2.3.1 of its interface.
//!
//! The adapter gets an access token at one host with the platform's credentials, and exchanges JSON with
//! another. Every request that moves money carries an idempotency key derived from the operation's id, and
//! the operation's id as its note, by which the transfer is found again. Every response is checked against
//! the request: a response that does not match counts as none. None of the provider's texts is passed on except
//! its status.

mod addresses;
mod body;
mod exchange;
mod order;
mod provider;
mod search;
mod transfer;

pub use provider::{Brale, BraleHosts};

#[cfg(test)]
mod tests;
