//! The gate before the rails: an order leaves only for what the ledger shows in flight (money 2.2).
//!
//! Its payment and the account that it names are authenticated when they are read. Here its amount and its currency are
//! held against the postings of its transaction, all of which this service must have made. Whoever may write to the
//! database, but lacks the root key, has nothing paid or debited.

use causeway_domain::Amount;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::{AccountCode, PostingKind};
use causeway_store::{Error, Tx, ledger};

use super::rail_order::RailOrder;
use crate::ports::{DebitOrder, RefundOrder};

/// Reads what the gate looks at, to be prefetched.
///
/// # Errors
/// Those of the database.
pub(super) fn reads(tx: &mut Tx<'_>, platform: PlatformId, transaction: TransactionId) -> Result<(), Error> {
    ledger::authentic_of_transaction(tx, platform, transaction).map(drop)
}

/// Lets a payout pass that stands in flight.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(super) fn check_payout(tx: &mut Tx<'_>, order: &RailOrder) -> Result<(), Error> {
    let (platform, transaction, amount) = order.subject();
    let in_flight = in_flight(tx, platform, transaction, AccountCode::PayoutsInFlight, amount.currency)?;
    // What is owed stands on the side of credits.
    check(transaction, amount, in_flight)
}

/// Lets a direct debit pass that stands in flight.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(super) fn check_debit(tx: &mut Tx<'_>, order: &DebitOrder) -> Result<(), Error> {
    let DebitOrder { platform, transaction, amount, .. } = order;
    let in_flight = in_flight(tx, *platform, *transaction, AccountCode::DebitsInFlight, amount.currency)?;
    // What is due stands on the side of debits.
    check(*transaction, *amount, -in_flight)
}

/// Lets money go back to its payer that was paid in for the payment, or has come from a UMA address, and has not gone
/// back.
///
/// # Errors
/// [`Error::NotAuthentic`] for any other.
pub(super) fn check_refund(tx: &mut Tx<'_>, order: &RefundOrder) -> Result<(), Error> {
    let entries = ledger::authentic_of_transaction(tx, order.platform, order.transaction)?;
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
        is_funding(entry.kind) && entry.code == AccountCode::Cash && entry.currency == order.amount.currency
    });
    // What has come stands on the side of debits.
    check(order.transaction, order.amount, -lines.map(|entry| i128::from(entry.amount)).sum::<i128>())
}

/// What a transaction has in flight, by its authentic postings.
fn in_flight(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    account: AccountCode,
    currency: CurrencyCode,
) -> Result<i128, Error> {
    let entries = ledger::authentic_of_transaction(tx, platform, transaction)?;
    let lines = entries.iter().filter(|entry| entry.code == account && entry.currency == currency);
    Ok(lines.map(|entry| i128::from(entry.amount)).sum())
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
