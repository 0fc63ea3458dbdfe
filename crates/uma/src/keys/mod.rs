//! Keys on the curve secp256k1 and their signatures (uma 3, 4).

mod error;
mod private;
mod public;
mod signature;

pub use error::KeyError;
pub use private::PrivateKey;
pub use public::PublicKey;
pub use signature::Signature;
