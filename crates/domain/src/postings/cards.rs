//! Card transactions (cards 8.5), in smallest units of the funding source's currency. Row numbers are those of the table
//! there.

use super::account::{Bucket, LedgerAccount};
use super::posting::{Builder, Posting, PostingKind, PostingRefused};
use crate::ids::InternalAccountId;
use crate::money::Amount;

const fn held(account: InternalAccountId) -> LedgerAccount {
    LedgerAccount::Guarded { account, bucket: Bucket::Held }
}

/// Row 1: a pull was reserved.
///
/// # Errors
/// When the amount is not positive.
pub fn card_pull_reserved(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardPullReserved)
        .debit(LedgerAccount::available(account), amount)
        .credit(held(account), amount)
        .build()
}

/// Row 3: a pull has failed. What of it was held is available again; what clearings had taken of it, the account gets
/// back, as far as it can take it, at the service's expense.
///
/// # Errors
/// When nothing moves, or an amount is negative.
pub fn card_pull_failed(
    account: InternalAccountId,
    still_held: Amount,
    (credited, suspended): (Amount, Amount),
) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardPullFailed)
        .debit(held(account), still_held)
        .credit(LedgerAccount::available(account), still_held)
        .credit(LedgerAccount::available(account), credited)
        .credit(LedgerAccount::Suspense, suspended)
        .debit(LedgerAccount::CardException, credited)
        .debit(LedgerAccount::CardException, suspended)
        .build()
}

/// Rows 4 to 6 and 12: a clearing, from what is held, from what is pulled for it, and from what the service carries.
///
/// # Errors
/// When nothing moves, or an amount is negative.
pub fn card_cleared(
    account: InternalAccountId,
    from_held: Amount,
    pulled: Amount,
    carried: Amount,
) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardCleared)
        .debit(held(account), from_held)
        .debit(LedgerAccount::available(account), pulled)
        .debit(LedgerAccount::CardException, carried)
        .credit(LedgerAccount::CardNetwork, from_held)
        .credit(LedgerAccount::CardNetwork, pulled)
        .credit(LedgerAccount::CardNetwork, carried)
        .build()
}

/// Row 7: what was held is available again.
///
/// # Errors
/// When the amount is not positive.
pub fn card_hold_released(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardHoldReleased)
        .debit(held(account), amount)
        .credit(LedgerAccount::available(account), amount)
        .build()
}

/// Row 8: a return; it fills what the service carries for the transaction first.
///
/// # Errors
/// When nothing moves, or an amount is negative.
pub fn card_returned(
    account: InternalAccountId,
    filled: Amount,
    (credited, suspended): (Amount, Amount),
) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardReturned)
        .debit(LedgerAccount::CardNetwork, filled)
        .debit(LedgerAccount::CardNetwork, credited)
        .debit(LedgerAccount::CardNetwork, suspended)
        .credit(LedgerAccount::CardException, filled)
        .credit(LedgerAccount::available(account), credited)
        .credit(LedgerAccount::Suspense, suspended)
        .build()
}

/// Rows 9 and 10: a return is taken back, from where it stands or at the service's expense.
///
/// # Errors
/// When nothing moves, or an amount is negative.
pub fn card_return_reversed(
    account: InternalAccountId,
    suspended: Amount,
    taken: Amount,
    carried: Amount,
) -> Result<Posting, PostingRefused> {
    let builder = Builder::new(PostingKind::CardReturnReversed);
    back_to_network(builder, account, suspended, taken, carried).build()
}

/// Row 11: a credit; what the account cannot take stands in suspense.
///
/// # Errors
/// When nothing moves, or an amount is negative.
pub fn card_credited(
    account: InternalAccountId,
    (credited, suspended): (Amount, Amount),
) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardCredited)
        .debit(LedgerAccount::CardNetwork, credited)
        .debit(LedgerAccount::CardNetwork, suspended)
        .credit(LedgerAccount::available(account), credited)
        .credit(LedgerAccount::Suspense, suspended)
        .build()
}

/// Row 11 undone: what the account does not hold any more is at the service's expense.
///
/// # Errors
/// When nothing moves, or an amount is negative.
pub fn card_credit_undone(
    account: InternalAccountId,
    suspended: Amount,
    taken: Amount,
    carried: Amount,
) -> Result<Posting, PostingRefused> {
    let builder = Builder::new(PostingKind::CardCreditUndone);
    back_to_network(builder, account, suspended, taken, carried).build()
}

fn back_to_network(
    builder: Builder,
    account: InternalAccountId,
    suspended: Amount,
    taken: Amount,
    carried: Amount,
) -> Builder {
    builder
        .debit(LedgerAccount::Suspense, suspended)
        .debit(LedgerAccount::available(account), taken)
        .debit(LedgerAccount::CardException, carried)
        .credit(LedgerAccount::CardNetwork, suspended)
        .credit(LedgerAccount::CardNetwork, taken)
        .credit(LedgerAccount::CardNetwork, carried)
}

/// An operator has collected what the service carries (cards 8.6).
///
/// # Errors
/// When the amount is not positive.
pub fn card_shortfall_collected(
    account: InternalAccountId,
    amount: Amount,
) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardShortfallCollected)
        .debit(LedgerAccount::available(account), amount)
        .credit(LedgerAccount::CardException, amount)
        .build()
}

/// What stood in suspense goes to an account, which may be another one than the transaction's.
///
/// # Errors
/// When the amount is not positive.
pub fn card_suspense_credited(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardSuspenseCredited)
        .debit(LedgerAccount::Suspense, amount)
        .credit(LedgerAccount::available(account), amount)
        .build()
}
