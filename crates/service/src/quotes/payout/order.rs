//! What a rail is told or asked, and when it is asked again.

use std::time::Duration;

use causeway_domain::Amount;
use causeway_domain::Time;
use causeway_domain::ids::{QuoteId, TransactionId};
use causeway_store::quotes::{QuoteDestination, QuoteRecord};
use causeway_store::transactions::TransactionRecord;
use causeway_store::{Error, Tx, external_accounts};

use super::destination::destination;
use crate::ports::{PayoutOrder, World};
use crate::quotes::carried;
use crate::quotes::standing::{has_arrived, is_under_way};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::{Claimed, Next};
use crate::runtime::settings::{PAYOUT_TIMEOUT_DAYS, Settings};

const SOONEST: Duration = Duration::from_secs(5);
const LATEST: Duration = Duration::from_hours(1);
pub(in crate::quotes) const DAY: Duration = Duration::from_hours(24);

/// A payout whose rail is to be told or asked something.
pub(super) struct Payout {
    pub(super) world: World,
    pub(super) order: PayoutOrder,
    pub(super) quote: QuoteId,
    /// Since when the payment stands where it stands.
    pub(super) since: Time,
    /// Whether it is longer under way than the operator waits (money 15). One that has arrived is on no way: only
    /// its return could still be told.
    pub(super) is_overdue: bool,
}

/// When a rail without a clear answer is asked again: soon, then more and more patiently.
pub(in crate::quotes) fn ask_again(since: Time, now: Time) -> Time {
    now.plus(now.since(since).clamp(SOONEST, LATEST))
}

/// When the rail says, but not at once and not later than tomorrow: whoever is never asked is never given up.
pub(in crate::quotes) fn soon_enough(ask_at: Time, now: Time) -> Time {
    ask_at.max(now.plus(Duration::from_millis(100))).min(now.plus(DAY))
}

/// Once more, when the rail says.
pub(in crate::quotes) fn again(ask_at: Time, now: Time) -> Next {
    Next::Again { at: soon_enough(ask_at, now) }
}

/// The payout of a payment that is on its way. One that an operator has settled meanwhile is told to nobody.
pub(super) async fn under_way(job: &Claimed, payment: TransactionId) -> Result<Option<Payout>, ApiError> {
    carried::read(job, payment, is_under_way, payout).await
}

/// The payout of a payment that is on its way, or that has arrived and may come back.
pub(super) async fn followed(job: &Claimed, payment: TransactionId) -> Result<Option<Payout>, ApiError> {
    let is_wanted = |payment: &TransactionRecord| is_under_way(payment) || has_arrived(payment);
    carried::read(job, payment, is_wanted, payout).await
}

fn payout(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &QuoteRecord,
    payment: &TransactionRecord,
) -> Result<Option<Payout>, ApiError> {
    let Some(order) = order_of(tx, context, quote)? else { return Ok(None) };
    Ok(Some(Payout {
        world: context.app.ports.of(context.environment).clone(),
        order,
        quote: quote.id,
        since: quote.updated_at,
        is_overdue: !has_arrived(payment) && is_overdue(tx, context, quote.updated_at)?,
    }))
}

/// What the rail is told about the payout of a quote; none where the money stays within the service.
pub(in crate::quotes) fn order_of(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &QuoteRecord,
) -> Result<Option<PayoutOrder>, ApiError> {
    let QuoteDestination::External { account, rail, .. } = quote.doc.destination else {
        return Ok(None);
    };
    let account = external_accounts::find(tx, context.platform, account)?.ok_or(Error::Missing)?;
    Ok(Some(PayoutOrder {
        platform: context.platform,
        transaction: quote.transaction,
        amount: Amount::new(quote.doc.price.total_receiving, quote.doc.receiving),
        rail: rail.map(|rail| rail.as_str().to_owned()),
        destination: destination(account.account_type, account.doc, rail),
        remittance_information: quote.doc.remittance_information.clone(),
        purpose_of_payment: quote.doc.purpose_of_payment.clone(),
        at: context.now,
    }))
}

/// Whether something that is under way since then is so for longer than the operator waits (money 15).
pub(in crate::quotes) fn is_overdue(
    tx: &mut Tx<'_>,
    context: &Context,
    since: Time,
) -> Result<bool, ApiError> {
    let waited = context.now.since(since);
    // The least that an operator can say is a day: before it, nobody is asked.
    if waited < DAY {
        return Ok(false);
    }
    let days = Settings::of(tx, context)?.get(&PAYOUT_TIMEOUT_DAYS)?;
    Ok(waited >= DAY.saturating_mul(days))
}
