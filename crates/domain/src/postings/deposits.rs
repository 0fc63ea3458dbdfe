//! Money that comes in without a quote (money 2.2, L1 and L2).

use super::account::LedgerAccount;
use super::posting::{Builder, Posting, PostingKind, PostingRefused};
use crate::ids::InternalAccountId;
use crate::money::Amount;

/// Builds L1: sandbox money for an account.
///
/// # Errors
/// If the amount is not positive.
pub fn sandbox_funded(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::SandboxFunded)
        .debit(LedgerAccount::SandboxMint, amount)
        .credit(LedgerAccount::available(account), amount)
        .build()
}

/// The amounts of a pushed deposit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deposit {
    /// The amount sent.
    pub arrived: Amount,
    /// The amount credited to the account: the amount sent, or the worth of the crypto in the account's
    /// currency.
    pub credited: Amount,
}

/// Builds L2: a pushed deposit has settled.
///
/// # Errors
/// If an amount is not positive.
pub fn deposit_settled(account: InternalAccountId, deposit: &Deposit) -> Result<Posting, PostingRefused> {
    credited(PostingKind::DepositSettled, LedgerAccount::Cash, account, deposit)
}

/// Builds L2 for a pushed deposit that no active account can take.
///
/// # Errors
/// If the amount is not positive.
pub fn deposit_suspended(amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::DepositSuspended)
        .debit(LedgerAccount::Cash, amount)
        .credit(LedgerAccount::Suspense, amount)
        .build()
}

/// Builds the later part of L2: a suspended deposit is credited to an account.
///
/// # Errors
/// If an amount is not positive.
pub fn deposit_released(account: InternalAccountId, deposit: &Deposit) -> Result<Posting, PostingRefused> {
    credited(PostingKind::DepositReleased, LedgerAccount::Suspense, account, deposit)
}

/// Credits a deposit. Crypto goes through the exchange position into an account of another currency (money
/// 3.4).
fn credited(
    kind: PostingKind,
    from: LedgerAccount,
    account: InternalAccountId,
    deposit: &Deposit,
) -> Result<Posting, PostingRefused> {
    let Deposit { arrived, credited } = *deposit;
    let builder = Builder::new(kind).debit(from, arrived);
    let builder = if arrived.currency == credited.currency {
        builder
    } else if arrived.minor <= 0 || credited.minor <= 0 {
        return Err(PostingRefused::NotPositive);
    } else {
        builder.credit(LedgerAccount::FxPosition, arrived).debit(LedgerAccount::FxPosition, credited)
    };
    builder.credit(LedgerAccount::available(account), credited).build()
}

/// Builds the reversal of L2: a pushed deposit that may not be credited has been returned to its sender.
///
/// # Errors
/// If the amount is not positive.
pub fn deposit_returned(amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::DepositReturned)
        .debit(LedgerAccount::Suspense, amount)
        .credit(LedgerAccount::Cash, amount)
        .build()
}

/// Builds the reversal of L2 for unmatched money: its account is known now, and it is booked anew as a
/// deposit into that account.
///
/// # Errors
/// If the amount is not positive.
pub fn deposit_attributed(amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::DepositAttributed)
        .debit(LedgerAccount::Suspense, amount)
        .credit(LedgerAccount::Cash, amount)
        .build()
}

/// Builds the debit of an account by a third party, which used the account's own coordinates (money 3.5).
///
/// # Errors
/// If the amount is not positive.
pub fn account_debited(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::AccountDebited)
        .debit(LedgerAccount::available(account), amount)
        .credit(LedgerAccount::Cash, amount)
        .build()
}
