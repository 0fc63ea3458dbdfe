//! The public keys that issuers of identity tokens publish (wallet 4.6).

use std::fmt;

use causeway_wallet_crypto::oidc::KeySet;
use futures_util::future::{BoxFuture, ready};

/// The reason why an issuer's keys are not available.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeySetError(pub String);

/// A source of issuers' public keys.
pub trait KeySets: Send + Sync {
    /// Returns the keys of an issuer from the last fetch; if `is_fresh`, as they are published now.
    fn of<'a>(&'a self, issuer: &'a str, is_fresh: bool) -> BoxFuture<'a, Result<KeySet, KeySetError>>;
}

/// The source that knows no keys.
#[derive(Debug, Clone, Copy)]
pub struct NoKeySets;

impl KeySets for NoKeySets {
    fn of<'a>(&'a self, issuer: &'a str, _: bool) -> BoxFuture<'a, Result<KeySet, KeySetError>> {
        Box::pin(ready(Err(KeySetError(format!("the keys of {issuer} are not known")))))
    }
}

impl fmt::Display for KeySetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for KeySetError {}
