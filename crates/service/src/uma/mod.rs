//! The UMA protocol (uma 1 to 12): the keys that every platform has from the start, and incoming payments.

mod decryption_keys;
mod domain_claims;
pub mod endpoints;
mod errors;
pub(crate) mod exchange;
pub(crate) mod hooks;
pub(crate) mod key_ring;
pub mod keys;
pub(crate) mod local_receiver;
pub mod peer_keys;
pub mod receiving;
pub(crate) mod sending;
mod tokens;
pub(crate) mod travel_rule;
