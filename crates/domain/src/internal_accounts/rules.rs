//! Types of internal accounts and what may happen to them (money 3.1, 3.2).

use crate::ids::{CustomerId, PlatformId};

pub use causeway_vocabulary::internal_accounts::InternalAccountType;

/// Whether the platform itself may own such an account; the wallet belongs to customers only.
#[must_use]
pub const fn platform_may_own(account_type: InternalAccountType) -> bool {
    match account_type {
        InternalAccountType::Fiat | InternalAccountType::Crypto => true,
        InternalAccountType::EmbeddedWallet => false,
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
