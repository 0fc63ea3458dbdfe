//! Payload that a device stamps: canonical JSON with an action and all of its terms (wallet 3.2).

mod action;
mod canonical;
mod quote;

pub use action::{Action, OauthProvider, Passkey};
pub use canonical::canonical;
pub use quote::QuoteTerms;

mod text;

pub use text::{Payload, passkey_challenge};
