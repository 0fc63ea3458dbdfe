//! Messages between providers of UMA addresses, as pure functions (`docs/interface/uma.md`).
//!
//! A payment begins with a discovery request to the receiver's provider ([`discovery`]), continues with a pay
//! request ([`pay`]), and may end with a post-transaction hook. Messages are signed ([`signing`]) with keys
//! ([`keys`]) that providers publish ([`certificates`]).
//!
//! This crate does no I/O, reads no clock and draws no random numbers: times and random bytes are arguments.
//! Every reader is bounded and never panics; its error has the wire code that a peer is answered with.
//!
//! `(uma 6.1)` cites section 6.1 of `docs/interface/uma.md`.

#![forbid(unsafe_code)]

pub mod addresses;
pub mod amounts;
mod bech32_text;
pub mod bolt11;
pub mod certificates;
mod configuration;
pub mod counterparty;
mod currency;
pub mod discovery;
pub mod errors;
pub mod hex;
pub mod invoice;
mod json;
pub mod keys;
mod kyc_status;
pub mod lnurl;
pub mod pay;
mod settlement;
pub mod signing;
mod transaction_hook;
pub mod travel_rule;
mod version;

pub use configuration::ConfigurationDocument;
pub use currency::{Currency, WireCurrencyCode, WireCurrencyCodeError};
pub use json::MAX_BODY;
pub use kyc_status::WireKycStatus;
pub use settlement::{SettlementAsset, SettlementChoice, SettlementOption};
pub use transaction_hook::{TransactionHook, TransactionHookError, UtxoAmount};
pub use version::{ProtocolVersion, ProtocolVersionError, SUPPORTED_MAJORS, UnsupportedVersion};
