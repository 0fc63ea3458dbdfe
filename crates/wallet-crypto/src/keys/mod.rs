//! Keys on the curve P-256, their encodings and their signatures (wallet 2.1).

mod client;
mod error;
mod private;
mod public;
mod signature;

pub use client::{ClientPublicKey, KeyForm};
pub use error::KeyError;
pub use private::PrivateKey;
pub use public::PublicKey;
pub use signature::Signature;
