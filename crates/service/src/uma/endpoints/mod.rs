//! The public endpoints of the protocol (uma 2): messages of other providers, and their answers.

mod configuration;
mod decision;
mod discovery;
mod invoice;
mod key_document;
mod message;
mod pay_request;
mod platform;
mod request_hash;
mod serve;
mod transaction_hook;
mod travel_rule;
mod verify;

pub use causeway_uma::MAX_BODY;
pub use message::{Origin, WireReply, WireRequest};
pub use serve::{not_received, serve, too_many};
