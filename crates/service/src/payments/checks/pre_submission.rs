//! Pre-submission check: an order leaves only for money that the ledger shows in flight, the outcome of a
//! direct debit is booked only while the debit is in flight, incoming money is booked once, and a refund
//! leaves only from the account that the ledger shows (money 2.2).
//!
//! A payment's terms and the account in them are authenticated when they are read; its status and its state
//! are not. Here both are compared with the postings of its transaction, all of which this service must have
//! made. An attacker who can write to the database but lacks the root key cannot have anything paid, debited,
//! credited or refunded.

use causeway_domain::Amount;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::RefundDestination;
use causeway_domain::postings::{AccountCode, PostingKind};
use causeway_store::ledger::{self, Entry};
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx};

use crate::ports::{DebitOrder, RefundOrder};

/// Reads the entries for the pre-submission check, to be prefetched.
pub(in crate::payments) fn reads(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<(), Error> {
    ledger::authentic_of_transaction(tx, platform, transaction).map(drop)
}

/// Checks that a payout is in flight.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(in crate::payments) fn check_payout(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    amount: Amount,
) -> Result<(), Error> {
    let entries = ledger::authentic_of_transaction(tx, platform, transaction)?;
    // Payouts in flight have a credit balance.
    check(transaction, amount, in_flight(&entries, AccountCode::PayoutsInFlight, amount.currency))
}

/// Checks that a direct debit is in flight.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(in crate::payments) fn check_debit(tx: &mut Tx<'_>, order: &DebitOrder) -> Result<(), Error> {
    let DebitOrder { platform, transaction, amount, .. } = order;
    check_debited(tx, *platform, *transaction, *amount)
}

/// Checks that a direct debit is still in flight, so that its outcome is booked once.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(in crate::payments) fn check_debit_outcome(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    payment: &PaymentRecord,
) -> Result<(), Error> {
    check_debited(tx, platform, payment.id, payment.total()?)
}

fn check_debited(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    amount: Amount,
) -> Result<(), Error> {
    let entries = ledger::authentic_of_transaction(tx, platform, transaction)?;
    // Debits in flight have a debit balance.
    check(transaction, amount, -in_flight(&entries, AccountCode::DebitsInFlight, amount.currency))
}

/// Checks that no entry is booked for the payment yet, so that incoming money is booked once.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(in crate::payments) fn check_unbooked(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<(), Error> {
    let entries = ledger::authentic_of_transaction(tx, platform, transaction)?;
    if entries.is_empty() {
        return Ok(());
    }
    Err(Error::NotAuthentic(format!("that {transaction} waits for money, for which some is booked,")))
}

/// Checks that unmatched money is still held, so that it is returned to its payer once.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(in crate::payments) fn check_return(tx: &mut Tx<'_>, order: &RefundOrder) -> Result<(), Error> {
    let entries = ledger::authentic_of_transaction(tx, order.platform, order.transaction)?;
    check_paid_in(&entries, order.transaction, order.amount)
}

/// Checks a refund under way: its money is in the stage that the payment states, and was paid in if it goes
/// back to an external payer.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(in crate::payments) fn check_refund(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    payment: &PaymentRecord,
) -> Result<(), Error> {
    let entries = ledger::authentic_of_transaction(tx, platform, payment.id)?;
    let stage = payment.stage(&entries)?;
    if payment.shown_stage() != Some(stage) {
        let id = payment.id;
        let lifecycle = payment.lifecycle();
        return Err(Error::NotAuthentic(format!("that {id} is {lifecycle}, and its money {stage:?},")));
    }
    match payment.state().refund.as_ref().and_then(|refund| refund.to) {
        Some(RefundDestination::Payer) => check_paid_in(&entries, payment.id, payment.refundable()?),
        Some(RefundDestination::OwnersAccount | RefundDestination::DebitedAccount) | None => Ok(()),
    }
}

/// Checks that this amount was paid in for the payment, or came from a UMA address, and has not gone back.
fn check_paid_in(entries: &[Entry], transaction: TransactionId, amount: Amount) -> Result<(), Error> {
    let is_funding = |kind| {
        matches!(
            kind,
            PostingKind::QuoteFunded
                | PostingKind::FundingSuspended
                | PostingKind::FundingReturned
                | PostingKind::FundingSentBack
                | PostingKind::UmaSuspended
                | PostingKind::UmaOfframpStarted
                | PostingKind::UmaSentBack
                | PostingKind::DepositSuspended
                | PostingKind::DepositReturned
                | PostingKind::DepositAttributed
        )
    };
    let lines = entries.iter().filter(|entry| {
        is_funding(entry.kind) && entry.code == AccountCode::Cash && entry.currency == amount.currency
    });
    // Cash received has a debit balance.
    check(transaction, amount, -lines.map(|entry| i128::from(entry.amount)).sum::<i128>())
}

/// Returns the balance of a transaction in an in-flight account.
fn in_flight(entries: &[Entry], account: AccountCode, currency: CurrencyCode) -> i128 {
    let lines = entries.iter().filter(|entry| entry.code == account && entry.currency == currency);
    lines.map(|entry| i128::from(entry.amount)).sum()
}

fn check(transaction: TransactionId, amount: Amount, in_flight: i128) -> Result<(), Error> {
    let Amount { minor, currency } = amount;
    if in_flight == i128::from(minor) {
        return Ok(());
    }
    Err(Error::NotAuthentic(format!(
        "an order of {minor} {currency} for {transaction}, which has {in_flight} in flight,"
    )))
}
