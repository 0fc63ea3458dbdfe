//! The gate before the rails: an order leaves only for what the ledger shows in flight, what comes of a direct debit is
//! booked only while it is in flight, money that comes in is booked once, and it goes back only from where the ledger
//! shows it (money 2.2).
//!
//! A payment's terms and the account that they name are authenticated when they are read; its status and its state are
//! not. Here both are held against the postings of its transaction, all of which this service must have made. Whoever may
//! write to the database, but lacks the root key, has nothing paid, debited, credited or given back.

use causeway_domain::Amount;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::RefundTo;
use causeway_domain::postings::{AccountCode, PostingKind};
use causeway_store::ledger::{self, Entry};
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx};

use crate::ports::{DebitOrder, RefundOrder};

/// Reads what the gate looks at, to be prefetched.
///
/// # Errors
/// Those of the database.
pub(in crate::payments) fn reads(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<(), Error> {
    ledger::authentic_of_transaction(tx, platform, transaction).map(drop)
}

/// Lets a payout pass that stands in flight.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(in crate::payments) fn check_payout(
    tx: &mut Tx<'_>,
    (platform, transaction, amount): (PlatformId, TransactionId, Amount),
) -> Result<(), Error> {
    let entries = ledger::authentic_of_transaction(tx, platform, transaction)?;
    // What is owed stands on the side of credits.
    check(transaction, amount, in_flight(&entries, AccountCode::PayoutsInFlight, amount.currency))
}

/// Lets a direct debit pass that stands in flight.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(in crate::payments) fn check_debit(tx: &mut Tx<'_>, order: &DebitOrder) -> Result<(), Error> {
    let DebitOrder { platform, transaction, amount, .. } = order;
    check_debited(tx, *platform, *transaction, *amount)
}

/// Lets the outcome of a payment's direct debit be booked, once: while it stands in flight.
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
    // What is due stands on the side of debits.
    check(transaction, amount, -in_flight(&entries, AccountCode::DebitsInFlight, amount.currency))
}

/// Lets money that has come be booked, once: nothing is booked for the payment yet.
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

/// Lets money that fits nothing go back to its payer: it is here, and has not gone back.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(in crate::payments) fn check_return(tx: &mut Tx<'_>, order: &RefundOrder) -> Result<(), Error> {
    let entries = ledger::authentic_of_transaction(tx, order.platform, order.transaction)?;
    check_paid_in(&entries, order.transaction, order.amount)
}

/// Lets the money of a payment go back whose refund is under way: it stands where the payment says, and goes back to
/// where it came from.
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
        let (id, lifecycle) = (payment.id, payment.lifecycle());
        return Err(Error::NotAuthentic(format!("that {id} is {lifecycle}, and its money {stage:?},")));
    }
    match payment.state().refund.as_ref().and_then(|refund| refund.to) {
        Some(RefundTo::Payer) => check_paid_in(&entries, payment.id, payment.refundable()?),
        Some(RefundTo::OwnersAccount | RefundTo::DebitedAccount) | None => Ok(()),
    }
}

/// Whether this much was paid in for the payment, or has come from a UMA address, and has not gone back.
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
    // What has come stands on the side of debits.
    check(transaction, amount, -lines.map(|entry| i128::from(entry.amount)).sum::<i128>())
}

/// What a transaction has in flight.
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
