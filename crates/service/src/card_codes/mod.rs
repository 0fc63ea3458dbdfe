//! Codes by which a cardholder adds a card to a digital wallet (cards 12, 14): the issuer asks for one to be sent, and it is sent
//! as the platform's settings say.

mod inbound;
mod render;
mod sealed;

pub mod send;

pub use inbound::{CodeRequest, Taken, receive};
