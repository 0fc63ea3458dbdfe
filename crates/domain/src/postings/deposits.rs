//! Money that comes in without a quote (money 2.2, L1 and L2).

use super::account::LedgerAccount;
use super::posting::{Builder, Posting, PostingKind, PostingRefused};
use crate::ids::InternalAccountId;
use crate::money::Amount;

/// L1: sandbox money for an account.
///
/// # Errors
/// When the amount is not positive.
pub fn sandbox_funded(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::SandboxFunded)
        .debit(LedgerAccount::SandboxMint, amount)
        .credit(LedgerAccount::available(account), amount)
        .build()
}

/// What a pushed deposit is booked from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deposit {
    /// What was sent.
    pub arrived: Amount,
    /// What its account gets: the same, or what coins are worth in the account's currency.
    pub credited: Amount,
}

/// L2: a pushed deposit settled.
///
/// # Errors
/// When an amount is not positive.
pub fn deposit_settled(account: InternalAccountId, deposit: &Deposit) -> Result<Posting, PostingRefused> {
    credited(PostingKind::DepositSettled, LedgerAccount::Cash, account, deposit)
}

/// L2: a pushed deposit that no active account can take.
///
/// # Errors
/// When the amount is not positive.
pub fn deposit_suspended(amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::DepositSuspended)
        .debit(LedgerAccount::Cash, amount)
        .credit(LedgerAccount::Suspense, amount)
        .build()
}

/// L2, later: an account takes a pushed deposit after all.
///
/// # Errors
/// When an amount is not positive.
pub fn deposit_released(account: InternalAccountId, deposit: &Deposit) -> Result<Posting, PostingRefused> {
    credited(PostingKind::DepositReleased, LedgerAccount::Suspense, account, deposit)
}

/// Coins go through the position into an account of another currency (money 3.4).
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

/// L2, undone: a pushed deposit that nobody may have is with its sender again.
///
/// # Errors
/// When the amount is not positive.
pub fn deposit_returned(amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::DepositReturned)
        .debit(LedgerAccount::Suspense, amount)
        .credit(LedgerAccount::Cash, amount)
        .build()
}

/// L2, undone: money that had fitted no account is known to be somebody's, and is booked anew as a deposit of that one.
///
/// # Errors
/// When the amount is not positive.
pub fn deposit_attributed(amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::DepositAttributed)
        .debit(LedgerAccount::Suspense, amount)
        .credit(LedgerAccount::Cash, amount)
        .build()
}

/// A third party has debited an account by the coordinates that it is paid by (money 3.5).
///
/// # Errors
/// When the amount is not positive.
pub fn account_debited(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::AccountDebited)
        .debit(LedgerAccount::available(account), amount)
        .credit(LedgerAccount::Cash, amount)
        .build()
}
