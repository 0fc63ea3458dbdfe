//! The Causeway Rail Protocol (CRP/1) as pure functions (`docs/interface/rails.md`).
//!
//! The service sends orders to the adapter of a rail and asks for their records; the adapter lists every
//! change in its feed. [`messages`] are the bodies, [`operations`] the requests and [`signing`] the
//! signatures of requests and answers. [`orders`] decides about records and errors, [`memory`] about the
//! feed. [`specification`] prints the same types as an OpenAPI document.
//!
//! This crate does no I/O, reads no clock and draws no random numbers: times and random bytes are arguments.
//! Every reader is bounded and never panics; its error names the member.
//!
//! `(rails 7.3)` cites section 7.3 of `docs/interface/rails.md`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod limits;
pub mod memory;
pub mod messages;
pub mod operations;
pub mod orders;
mod shape;
pub mod signing;
mod specification;
pub mod values;

pub use causeway_vocabulary::ids::{ExternalAccountId, Id, PartyId, RailId, TransactionId};
pub use causeway_vocabulary::{Country, CurrencyCode};
pub use shape::{Message, MessageError, MessageFault};
pub use specification::specification;
