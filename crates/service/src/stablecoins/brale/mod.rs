//! The adapter to the provider Brale over HTTP (stablecoins 7.3).
//!
//! It asks for an access token with the platform's credentials, and then speaks JSON. Everything that moves money
//! carries an idempotency key made of the operation's id. Whatever the provider answers is held against what it was
//! asked: an answer that does not fit is no answer. None of its texts goes further than its word for a status.

mod body;
mod exchange;
mod provider;
mod transfer;

pub use provider::Brale;

#[cfg(test)]
mod tests;
