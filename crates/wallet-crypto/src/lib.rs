//! The cryptography of wallets, as pure functions.
//!
//! Embedded wallets: the stamp over a request ([`Stamp`]), the payload that is stamped ([`payload`]), sealed bundles
//! for and from a device ([`otp`], [`SessionKey`], [`WalletExport`]), passkeys ([`webauthn`]) and identity tokens
//! ([`oidc`]). External wallets: a signature that proves who owns an address ([`ownership`]). What a device does (stamp,
//! seal a code, open a key or an export, be a passkey) stands beside what answers it, for demos, tests and simulations.
//!
//! Nothing here does I/O, reads a clock or draws a random number: instants and random bytes are arguments. Every type
//! of error says with `failure` what the interface answers ([`Failure`]).

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
