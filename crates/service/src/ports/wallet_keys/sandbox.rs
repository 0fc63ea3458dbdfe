//! What stands for the real thing in the sandbox (wallet 11). Only who holds a certificate under the sandbox's key gets here:
//! in production none of it means anything.

use causeway_store::platforms::Environment;

use super::WalletClaims;

/// The code of every one-time code.
const CODE: &str = "000000";
/// A header in the place of a stamp.
const STAMP: &str = "sandbox-valid-signature";
/// A signature in the place of a passkey's.
const PASSKEY_SIGNATURE: &str = "sandbox-valid-passkey-signature";

/// A wallet of the sandbox, by its certificate.
#[derive(Debug, Clone, Copy)]
pub struct SandboxWallet(());

impl SandboxWallet {
    /// The wallet, if it is one of the sandbox. The claims were read from a certificate.
    #[must_use]
    pub fn of(wallet: &WalletClaims) -> Option<Self> {
        (wallet.environment == Environment::Sandbox).then_some(Self(()))
    }

    /// The code that is always right.
    #[must_use]
    pub const fn code(self) -> &'static str {
        CODE
    }

    /// Whether this header stands for a stamp.
    #[must_use]
    pub fn takes_stamp(self, header: &str) -> bool {
        header == STAMP
    }

    /// Whether this signature stands for a passkey's.
    #[must_use]
    pub fn takes_passkey_signature(self, signature: &str) -> bool {
        signature == PASSKEY_SIGNATURE
    }
}
