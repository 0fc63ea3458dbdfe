//! Notices to the holders of wallets (wallet 10).

use serde::{Deserialize, Serialize};

/// A change of a wallet that its holder is notified of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum WalletNotice {
    /// A further credential can sign in.
    CredentialAdded,
    /// A credential can no longer sign in.
    CredentialRevoked,
    /// One-time codes go to another contact from now on.
    ContactChanged,
    /// The recovery phrase has left the service.
    WalletExported,
}
