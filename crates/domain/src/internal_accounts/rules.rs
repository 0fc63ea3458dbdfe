//! Types of internal accounts and the rules about them (money 3.1, 3.2).

use crate::ids::{CustomerId, PlatformId};

pub use causeway_vocabulary::internal_accounts::InternalAccountType;

/// Returns `true` if the platform itself may own an account of this type. Embedded wallets belong to
/// customers only.
#[must_use]
pub const fn platform_may_own(account_type: InternalAccountType) -> bool {
    match account_type {
        InternalAccountType::Fiat | InternalAccountType::Crypto => true,
        InternalAccountType::EmbeddedWallet => false,
    }
}

/// The owner of an internal account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    Platform(PlatformId),
    Customer(CustomerId),
}

/// Returns `true` if an account with this total balance (AV + HO + UN, smallest units) may be closed. Only an
/// empty account may be closed: money never remains in a closed account (money 3.2).
#[must_use]
pub const fn may_close(total_balance: i128) -> bool {
    total_balance == 0
}
