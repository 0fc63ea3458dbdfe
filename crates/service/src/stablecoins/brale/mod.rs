//! The adapter to the provider Brale over HTTP (stablecoins 7.3), after version 2.3.1 of its interface.
//!
//! It gets an access token at one host with the platform's credentials, and speaks JSON with another. Everything that moves
//! money carries an idempotency key made of the operation's id, and the operation's id as its note, by which it is found
//! again. Whatever the provider answers is held against what it was asked: an answer that does not fit is no answer. None of
//! its texts goes further than its word for a status.

mod addresses;
mod body;
mod exchange;
mod order;
mod provider;
mod transfer;

pub use provider::{Brale, BraleHosts};

#[cfg(test)]
mod tests;
