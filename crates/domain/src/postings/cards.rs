//! Postings of card transactions (cards 8.5), in smallest units of the funding source's currency. Row numbers
//! are those of the table there.

use super::account::{Bucket, LedgerAccount};
use super::posting::{Builder, Posting, PostingKind, PostingRefused};
use crate::ids::InternalAccountId;
use crate::money::Amount;

const fn held(account: InternalAccountId) -> LedgerAccount {
    LedgerAccount::Guarded { account, bucket: Bucket::Held }
}

/// Builds row 1: a pull is reserved.
///
/// # Errors
/// If the amount is not positive.
pub fn card_pull_reserved(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardPullReserved)
        .debit(LedgerAccount::available(account), amount)
        .credit(held(account), amount)
        .build()
}

/// Builds row 3: a pull has failed.
///
/// The part still held becomes available again. The part that clearings had taken is returned to the account,
/// as far as it can be credited, and otherwise to suspense, at the service's expense.
///
/// # Errors
/// If all amounts are zero, or one is negative.
pub fn card_pull_failed(
    account: InternalAccountId,
    still_held: Amount,
    credited: Amount,
    suspended: Amount,
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

/// Builds rows 4 to 6 and 12: a clearing, paid from the hold, from the amount pulled for it, and from the
/// shortfall that the service carries.
///
/// # Errors
/// If all amounts are zero, or one is negative.
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

/// Builds row 7: held funds become available again.
///
/// # Errors
/// If the amount is not positive.
pub fn card_hold_released(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardHoldReleased)
        .debit(held(account), amount)
        .credit(LedgerAccount::available(account), amount)
        .build()
}

/// Builds row 8: a return. It first reduces the shortfall that the service carries for the transaction.
///
/// # Errors
/// If all amounts are zero, or one is negative.
pub fn card_returned(
    account: InternalAccountId,
    filled: Amount,
    credited: Amount,
    suspended: Amount,
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

/// Builds rows 9 and 10: a return is reversed, out of suspense, from the account, or at the service's
/// expense.
///
/// # Errors
/// If all amounts are zero, or one is negative.
pub fn card_return_reversed(
    account: InternalAccountId,
    suspended: Amount,
    taken: Amount,
    carried: Amount,
) -> Result<Posting, PostingRefused> {
    let builder = Builder::new(PostingKind::CardReturnReversed);
    back_to_network(builder, account, suspended, taken, carried).build()
}

/// Builds row 11: a credit. The part that the account cannot take goes to suspense.
///
/// # Errors
/// If all amounts are zero, or one is negative.
pub fn card_credited(
    account: InternalAccountId,
    credited: Amount,
    suspended: Amount,
) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardCredited)
        .debit(LedgerAccount::CardNetwork, credited)
        .debit(LedgerAccount::CardNetwork, suspended)
        .credit(LedgerAccount::available(account), credited)
        .credit(LedgerAccount::Suspense, suspended)
        .build()
}

/// Builds the reversal of row 11. The part that the account no longer holds is at the service's expense.
///
/// # Errors
/// If all amounts are zero, or one is negative.
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

/// Builds the collection of a shortfall by an operator (cards 8.6).
///
/// # Errors
/// If the amount is not positive.
pub fn card_shortfall_collected(
    account: InternalAccountId,
    amount: Amount,
) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardShortfallCollected)
        .debit(LedgerAccount::available(account), amount)
        .credit(LedgerAccount::CardException, amount)
        .build()
}

/// Builds the credit of suspended card money to an account, which may be another one than the transaction's.
///
/// # Errors
/// If the amount is not positive.
pub fn card_suspense_credited(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CardSuspenseCredited)
        .debit(LedgerAccount::Suspense, amount)
        .credit(LedgerAccount::available(account), amount)
        .build()
}
