//! The sandbox's fixed values in place of real proofs (wallet 11). They are only reachable with a certificate
//! under the sandbox's key: in production, none of them is accepted.

use causeway_store::platforms::Environment;

use super::WalletClaims;

/// A wallet of the sandbox, known by its certificate.
#[derive(Debug, Clone, Copy)]
pub struct SandboxWallet(());

impl SandboxWallet {
    /// The value of every one-time code.
    pub const CODE: &'static str = "000000";
    /// The header that replaces a stamp.
    pub const STAMP: &'static str = "sandbox-valid-signature";
    /// The signature that replaces a passkey's.
    pub const PASSKEY_SIGNATURE: &'static str = "sandbox-valid-passkey-signature";

    /// Returns the wallet, or `None` in production. The claims were read from a certificate.
    #[must_use]
    pub fn of(wallet: &WalletClaims) -> Option<Self> {
        (wallet.environment == Environment::Sandbox).then_some(Self(()))
    }

    /// Returns the code that is always right.
    #[must_use]
    pub const fn code(self) -> &'static str {
        Self::CODE
    }

    /// Returns `true` if this header replaces a stamp.
    #[must_use]
    pub fn accepts_stamp(self, header: &str) -> bool {
        header == Self::STAMP
    }

    /// Returns `true` if this signature replaces a passkey's.
    #[must_use]
    pub fn accepts_passkey_signature(self, signature: &str) -> bool {
        signature == Self::PASSKEY_SIGNATURE
    }
}
