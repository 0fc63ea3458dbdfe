//! What rows keep of the keeper's.

use causeway_domain::ids::{AuthMethodId, DelegatedKeyId};
use uuid::Uuid;

/// The certificates of a new wallet.
#[derive(Debug, Clone)]
pub struct WalletCertificates {
    /// Of the wallet.
    pub wallet: String,
    /// Of its first credential.
    pub credential: String,
    /// What is to be taken in for good ([`super::WalletKeys::revoke`]) once both are stored: that the wallet has its keys, and with
    /// which first credential it got them. From then on it gets none for anybody else.
    pub marks: Vec<Uuid>,
}

/// A delegated key that was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DelegatedKeyMade {
    /// Its public half: compressed, in hexadecimal digits.
    pub public_key: String,
    /// Its private half, which only the keeper can read.
    pub sealed: Vec<u8>,
}

/// What rows keep of the keeper's for a wallet as long as it is there. Codes and sessions are not among it: they end by
/// themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The wallet's certificate, with its words.
    pub wallet: String,
    /// Certificates of its credentials. One that does not count is left out of what comes back.
    pub credentials: Vec<(AuthMethodId, String)>,
    /// The private halves of its delegated keys. One that does not open is left out of what comes back.
    pub delegated_keys: Vec<(DelegatedKeyId, Vec<u8>)>,
}
