//! OpenID Connect identity tokens as login credentials (wallet 4.6).

mod claims;
mod error;
mod key_set;
mod token;

pub use claims::{Clock, Identity};
pub use error::{OidcError, TokenDefect};
pub(crate) use key_set::rs256_verifies;
pub use key_set::{KeySet, KeySetError};
pub use token::{IdToken, SignatureRule};

#[cfg(test)]
mod tests;
