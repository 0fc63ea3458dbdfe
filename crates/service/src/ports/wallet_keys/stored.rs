//! Data of the key service that the database stores.

use causeway_domain::ids::{AuthMethodId, DelegatedKeyId};
use uuid::Uuid;

/// The certificates of a new wallet.
#[derive(Debug, Clone)]
pub struct WalletCertificates {
    pub wallet: String,
    /// The certificate of the first credential.
    pub credential: String,
    /// Ids to record permanently ([`super::WalletKeys::revoke`]) once both certificates are stored: that the
    /// wallet has its keys, and with which first credential it got them. From then on, it gets keys with no
    /// other first credential.
    pub marks: Vec<Uuid>,
}

/// A new delegated key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDelegatedKey {
    /// The public key: compressed, in hexadecimal digits.
    pub public_key: String,
    /// The private key, encrypted for the key service.
    pub encrypted: Vec<u8>,
}

/// The key service's data that the database stores for the lifetime of a wallet. Codes and sessions are not
/// included: they expire by themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredWalletKeys {
    /// The wallet's certificate, with the encrypted recovery phrase.
    pub wallet: String,
    /// Certificates of the wallet's credentials. The result omits those that are not valid.
    pub credentials: Vec<(AuthMethodId, String)>,
    /// Encrypted private keys of the wallet's delegated keys. The result omits those that cannot be
    /// decrypted.
    pub delegated_keys: Vec<(DelegatedKeyId, Vec<u8>)>,
}
