//! Types of internal accounts and what may happen to them (money 3.1, 3.2).

use crate::ids::{CustomerId, PlatformId};
use crate::named::named;

named! {
    /// What an internal account holds and who may move money out of it (money 3.1).
    pub enum AccountType {
        /// Fiat money, moved with the platform's credentials.
        Fiat = "INTERNAL_FIAT",
        /// Bitcoin and dollar tokens, moved with the platform's credentials.
        Crypto = "INTERNAL_CRYPTO",
        /// A customer's wallet, moved with the platform's credentials and the wallet's signature.
        EmbeddedWallet = "EMBEDDED_WALLET",
    }
}

impl AccountType {
    /// Whether the platform itself may own such an account; the wallet belongs to customers only.
    #[must_use]
    pub const fn platform_may_own(self) -> bool {
        match self {
            Self::Fiat | Self::Crypto => true,
            Self::EmbeddedWallet => false,
        }
    }
}

/// Who owns an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The platform itself.
    Platform(PlatformId),
    /// One of its customers.
    Customer(CustomerId),
}

/// Whether an account with this total balance (AV + HO + UN, smallest units) may be closed: only an empty
/// one, so that closing never strands money (money 3.2).
#[must_use]
pub const fn may_close(total_balance: i128) -> bool {
    total_balance == 0
}
