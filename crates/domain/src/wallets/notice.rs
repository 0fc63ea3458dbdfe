//! What the users of wallets hear of (wallet 10).

use serde::{Deserialize, Serialize};

/// What was done with a wallet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum WalletNotice {
    /// Somebody can sign in by a further way.
    CredentialAdded,
    /// A way to sign in is gone.
    CredentialRevoked,
    /// Codes go elsewhere from now on.
    ContactChanged,
    /// The words have left the service.
    WalletExported,
}
