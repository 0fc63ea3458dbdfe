//! Codes by which a cardholder adds a card to a digital wallet (cards 12, 14): the issuer requests one, and
//! the service sends it according to the platform's settings.

mod encryption;
mod inbound;
mod render;

pub mod send;

pub use inbound::{CodeOutcome, CodeRequest, receive};
