//! Cryptography of wallets, as pure functions.
//!
//! Embedded wallets: the stamp over a request ([`Stamp`]), the stamped payload ([`payload`]), encrypted
//! bundles for and from a device ([`otp`], [`SessionKey`], [`WalletExport`]), passkeys ([`webauthn`]) and
//! identity tokens ([`oidc`]). External wallets: a signature that proves the ownership of an address
//! ([`ownership`]). The device's side (stamping, encrypting a code, opening a key or an export, acting as a
//! passkey) is here too, for demos, tests and simulations.
//!
//! This crate does no I/O, reads no clock and draws no random numbers: times and random bytes are arguments.
//! Every error type has a method `failure`, which returns the interface's answer ([`Failure`]).
//!
//! `(money 8.2)` cites section 8.2 of `docs/interface/money.md`.

#![forbid(unsafe_code)]

mod base58check;
mod base64url;
mod ed25519;
mod envelope;
mod export;
mod failure;
mod hex;
mod json;
mod keys;
mod mnemonic;
pub mod oidc;
pub mod otp;
pub mod ownership;
pub mod payload;
mod secret;
mod session_key;
mod signed_bundle;
mod stamp;
mod verification_token;
pub mod webauthn;

pub use envelope::Envelope;
pub use export::WalletExport;
pub use failure::Failure;
pub use keys::{ClientPublicKey, KeyError, KeyForm, PrivateKey, PublicKey, Signature};
pub use mnemonic::{Mnemonic, MnemonicError};
pub use secret::Secret;
pub use session_key::SessionKey;
pub use signed_bundle::SignedBundle;
pub use stamp::{Stamp, StampError};
pub use verification_token::{ContactType, VerificationToken};

#[cfg(test)]
mod testdata;
