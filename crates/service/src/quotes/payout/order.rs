//! What a rail is told or asked, and when it is asked again.

use std::time::Duration;

use causeway_domain::Amount;
use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, QuoteId, TransactionId};
use causeway_domain::transactions::OutgoingFailure;
use causeway_store::quotes::{QuoteDestination, QuoteRecord};
use causeway_store::transactions::TransactionRecord;
use causeway_store::{Error, Tx, external_accounts, platforms, quotes, transactions};

use super::destination::destination;
use crate::http::Context;
use crate::jobs::{Claimed, Next};
use crate::ports::{PayoutOrder, World};
use crate::quotes::outcome::{has_arrived, is_under_way};
use crate::quotes::refund;
use crate::quotes::steps::changed_accounts;
use crate::refusal::Refusal;
use crate::settings::{PAYOUT_TIMEOUT_DAYS, Settings};

const SOONEST: Duration = Duration::from_secs(5);
const LATEST: Duration = Duration::from_hours(1);
pub(super) const DAY: Duration = Duration::from_hours(24);

/// A payout whose rail is to be told or asked something.
pub(in crate::quotes) struct Payout {
    pub(super) world: World,
    pub(in crate::quotes) order: PayoutOrder,
    pub(in crate::quotes) quote: QuoteId,
    /// The internal accounts that an outcome may change.
    pub(in crate::quotes) accounts: Vec<InternalAccountId>,
    /// Since when the payment stands where it stands, or its refund is under way.
    pub(in crate::quotes) since: Time,
    /// Whether the payment, or its refund, is longer under way than the operator waits (money 15). One that has
    /// arrived is on no way: only its return could still be told.
    pub(in crate::quotes) is_overdue: bool,
    /// Whether the receiving bank has sent the money back, so that the rail has none to give free.
    pub(in crate::quotes) has_come_back: bool,
}

/// When a rail without a clear answer is asked again: soon, then more and more patiently.
pub(in crate::quotes) fn ask_again(since: Time, now: Time) -> Time {
    now.plus(now.since(since).clamp(SOONEST, LATEST))
}

/// When the rail says, but not at once and not later than tomorrow.
pub(in crate::quotes) fn again(ask_at: Time, now: Time) -> Next {
    Next::Again { at: ask_at.max(now.plus(Duration::from_millis(100))).min(now.plus(DAY)) }
}

/// The payout of a payment that is on its way. One that an operator has settled meanwhile is told to nobody.
pub(super) async fn under_way(job: &Claimed, payment: TransactionId) -> Result<Option<Payout>, Refusal> {
    read(job, payment, is_under_way).await
}

/// The payout of a payment that is on its way, or that has arrived and may come back.
pub(super) async fn followed(job: &Claimed, payment: TransactionId) -> Result<Option<Payout>, Refusal> {
    read(job, payment, |payment| is_under_way(payment) || has_arrived(payment)).await
}

/// The payout of a payment whose refund is under way.
pub(in crate::quotes) async fn refunding(
    job: &Claimed,
    payment: TransactionId,
) -> Result<Option<Payout>, Refusal> {
    read(job, payment, refund::is_open).await
}

async fn read(
    job: &Claimed,
    payment: TransactionId,
    is_wanted: fn(&TransactionRecord) -> bool,
) -> Result<Option<Payout>, Refusal> {
    let (app, platform) = (job.app.clone(), job.platform);
    let read = move |tx: &mut Tx<'_>| {
        tx.ahead(|tx| {
            platforms::find(tx, platform)?;
            transactions::find(tx, platform, payment).map(drop)
        })?;
        let context = Context::read(tx, &app, platform)?;
        let payment = transactions::find(tx, platform, payment)?.ok_or(Error::Missing)?;
        let Some(quote) = payment.quote.filter(|_| is_wanted(&payment)) else { return Ok(None) };
        let quote = quotes::find(tx, platform, quote)?.ok_or(Error::Missing)?;
        payout(tx, &context, &quote, &payment)
    };
    job.app.store.read(read).await
}

fn payout(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &QuoteRecord,
    payment: &TransactionRecord,
) -> Result<Option<Payout>, Refusal> {
    let QuoteDestination::External { account, rail, .. } = quote.doc.destination else {
        return Ok(None);
    };
    let account = external_accounts::find(tx, context.platform, account)?.ok_or(Error::Missing)?;
    let order = PayoutOrder {
        platform: context.platform,
        transaction: quote.transaction,
        amount: Amount::new(quote.doc.price.total_receiving, quote.doc.receiving),
        rail: rail.map(|rail| rail.as_str().to_owned()),
        destination: destination(account.account_type, account.doc, rail),
        remittance_information: quote.doc.remittance_information.clone(),
        purpose_of_payment: quote.doc.purpose_of_payment.clone(),
        at: context.now,
    };
    let refund = payment.doc.refund.as_ref().filter(|_| refund::is_open(payment));
    let since = refund.map_or(quote.updated_at, |refund| refund.initiated_at);
    Ok(Some(Payout {
        world: context.app.ports.of(context.environment).clone(),
        order,
        quote: quote.id,
        accounts: changed_accounts(quote),
        since,
        is_overdue: !has_arrived(payment) && is_overdue(tx, context, since)?,
        has_come_back: payment.doc.failure.as_deref() == Some(OutgoingFailure::PayoutReturned.as_str()),
    }))
}

fn is_overdue(tx: &mut Tx<'_>, context: &Context, since: Time) -> Result<bool, Refusal> {
    let waited = context.now.since(since);
    // The least that an operator can say is a day: before it, nobody is asked.
    if waited < DAY {
        return Ok(false);
    }
    let days = Settings::of(tx, context)?.get(&PAYOUT_TIMEOUT_DAYS)?;
    Ok(waited >= DAY.saturating_mul(days))
}
