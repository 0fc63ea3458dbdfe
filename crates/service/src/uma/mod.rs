//! The UMA protocol (uma 1 to 12): the keys that every platform has from the start, and incoming payments.

pub mod endpoints;
mod errors;
pub(crate) mod internal;
pub(crate) mod key_ring;
pub mod keys;
pub(crate) mod local_receiver;
pub mod peer_keys;
pub mod receiving;
pub(crate) mod sending;

pub(crate) use crate::runtime::peer_exchange as exchange;
