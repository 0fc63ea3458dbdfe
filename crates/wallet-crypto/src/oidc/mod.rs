//! Identity tokens of OpenID Connect, as a login (wallet 4.6).

mod claims;
mod error;
mod key_set;
mod token;

pub use claims::{Clock, Identity};
pub use error::{OidcError, TokenFault};
pub(crate) use key_set::rs256_verifies;
pub use key_set::{KeySet, KeySetError};
pub use token::{IdToken, SignatureRule};

#[cfg(test)]
mod tests;
