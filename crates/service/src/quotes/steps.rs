//! The steps that a quote and its payment take, always together (money 8.7, 10.8).

use causeway_domain::external_accounts::settles_at;
use causeway_domain::ids::{AccountRef, InternalAccountId, PlatformId, QuoteId, TransactionId};
use causeway_domain::payments::{
    OutgoingChange, OutgoingEvent, OutgoingFailure, OutgoingStatus, next_outgoing,
};
use causeway_domain::postings::Conversion;
use causeway_domain::quotes::{QuoteEvent, QuoteStatus, next};
use causeway_domain::{Amount, Time};
use causeway_store::quotes::{self, QuoteDestination, QuoteRecord};
use causeway_store::transactions::{self, Failure, TransactionRecord};
use causeway_store::{Error, Tx};

use super::expiry;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::ledger::Reason;
use crate::transactions::announce;

/// A quote and its payment, the quote locked.
pub(super) struct Pair {
    pub(super) quote: QuoteRecord,
    pub(super) payment: TransactionRecord,
}

impl Pair {
    /// Locks a quote and reads its payment.
    pub(super) fn lock(tx: &mut Tx<'_>, platform: PlatformId, quote: QuoteId) -> Result<Self, ApiError> {
        let quote = quotes::lock(tx, platform, quote)?.ok_or(Error::Missing)?;
        let payment = transactions::find(tx, platform, quote.transaction)?.ok_or(Error::Missing)?;
        Ok(Self { quote, payment })
    }

    /// Announces what [`Pair::lock`] is going to read.
    pub(super) fn prefetch(
        tx: &mut Tx<'_>,
        platform: PlatformId,
        quote: QuoteId,
        payment: TransactionId,
    ) -> Result<(), Error> {
        quotes::lock(tx, platform, quote)?;
        transactions::find(tx, platform, payment).map(drop)
    }

    /// The pair that a payment belongs to; none for a payment that no quote has priced.
    pub(super) fn lock_of(
        tx: &mut Tx<'_>,
        platform: PlatformId,
        payment: TransactionId,
    ) -> Result<Option<Self>, ApiError> {
        let found = transactions::find(tx, platform, payment)?;
        let Some(quote) = found.and_then(|found| found.quote) else { return Ok(None) };
        let pair = Self::lock(tx, platform, quote)?;
        // The receiver of an internal payment has one of its own under the same quote.
        Ok(Some(pair).filter(|pair| pair.payment.id == payment))
    }

    pub(super) fn step(&mut self, tx: &mut Tx<'_>, context: &Context, step: Step) -> Result<(), ApiError> {
        move_to(tx, context, &mut self.quote, &mut self.payment, step)
    }

    /// Writes that the money leaves only now: what it was debited for has waited for it since the execution.
    pub(super) fn leave(&mut self, tx: &mut Tx<'_>, context: &Context) -> Result<(), ApiError> {
        let Self { quote, payment } = self;
        (quote.updated_at, payment.updated_at) = (context.now, context.now);
        estimate(quote, payment, context.now);
        quotes::set_status(tx, context.platform, quote.id, quote.status, context.now)?;
        Ok(transactions::update(tx, context.platform, payment)?)
    }

    /// What the payer pays, fees included.
    pub(super) fn total(&self) -> Amount {
        total(&self.quote)
    }

    /// What its postings belong to.
    pub(super) const fn reason(&self) -> Reason {
        Reason { transaction: self.payment.id, quote: Some(self.quote.id) }
    }
}

/// The internal accounts whose balances change when the quote is carried out or undone, in the order of locks.
pub(super) fn changed_accounts(quote: &QuoteRecord) -> Vec<InternalAccountId> {
    in_lock_order(quote.doc.source, quote.doc.platform_fee_account, &quote.doc.destination)
}

/// Those of these accounts that the service holds, each once, in the order in which they are locked.
pub(super) fn in_lock_order(
    source: AccountRef,
    platform_fee_account: Option<InternalAccountId>,
    destination: &QuoteDestination,
) -> Vec<InternalAccountId> {
    let mut accounts = Vec::with_capacity(3);
    if let AccountRef::Internal(source) = source {
        accounts.push(source);
    }
    accounts.extend(platform_fee_account);
    if let QuoteDestination::Internal { account } = destination {
        accounts.push(*account);
    }
    accounts.sort_unstable();
    accounts.dedup();
    accounts
}

/// What the payer of a quote pays, fees included.
pub(super) fn total(quote: &QuoteRecord) -> Amount {
    Amount::new(quote.doc.price.total_sending, quote.doc.sending)
}

/// What a posting of a quote is made from.
pub(super) fn conversion(quote: &QuoteRecord) -> Conversion {
    Conversion {
        quote: quote.id,
        price: quote.doc.price,
        sending: quote.doc.sending,
        receiving: quote.doc.receiving,
        platform_fee_account: quote.doc.platform_fee_account,
    }
}

/// The steps that a quote and its payment take together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The source was debited, or is debited.
    Started,
    /// The source could not be debited.
    DebitFailed,
    /// The money arrived.
    Delivered,
    /// Nobody executed it in time.
    Expired,
    /// Liquidity refuses the locked rate; nothing was debited.
    RateRefused,
    /// The payout did not succeed.
    Failed(OutgoingFailure),
    /// The receiving bank sent the money back.
    Returned,
    /// Cancelled on its way, and the money is back.
    Refunded,
}

/// Moves a locked quote and its payment one step, writes both and tells the platform.
pub(super) fn move_to(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &mut QuoteRecord,
    payment: &mut TransactionRecord,
    step: Step,
) -> Result<(), ApiError> {
    let (quote_event, payment_event) = match step {
        Step::Started => (QuoteEvent::Started, OutgoingEvent::Started),
        Step::DebitFailed => (QuoteEvent::DebitFailed, OutgoingEvent::DebitFailed),
        Step::Delivered => (QuoteEvent::Delivered, OutgoingEvent::Delivered),
        Step::Expired => (QuoteEvent::ExpiryReached, OutgoingEvent::ExpiryReached),
        Step::RateRefused => (QuoteEvent::RateRefused, OutgoingEvent::RateRefused),
        Step::Failed(reason) => (QuoteEvent::PayoutFailed, OutgoingEvent::PayoutFailed(reason)),
        Step::Returned => (QuoteEvent::Returned, OutgoingEvent::Returned),
        Step::Refunded => (QuoteEvent::CancelledAndRefunded, OutgoingEvent::CancelledAndRefunded),
    };
    let status = OutgoingStatus::of(payment.status).ok_or_else(|| not_outgoing(payment))?;
    let was_open = is_open(quote);
    quote.status = next(quote.status, quote_event).map_err(ApiError::internal)?;
    let change = next_outgoing(status, payment_event).map_err(ApiError::internal)?;
    payment.status = change.status().into();
    if let OutgoingChange::Failed(reason) = change {
        payment.doc.failure = Some(Failure::Outgoing(reason));
    }
    stamp(step, quote, payment, context.now);
    quotes::set_status(tx, context.platform, quote.id, quote.status, context.now)?;
    // An expiry is written by the job itself.
    if was_open && !is_open(quote) && step != Step::Expired {
        expiry::withdraw(tx, context, quote.id)?;
    }
    transactions::update(tx, context.platform, payment)?;
    announce::status(tx, context, payment)
}

fn stamp(step: Step, quote: &mut QuoteRecord, payment: &mut TransactionRecord, now: Time) {
    quote.updated_at = now;
    payment.updated_at = now;
    match step {
        Step::Started => estimate(quote, payment, now),
        Step::Delivered => payment.doc.settled_at = Some(now),
        Step::DebitFailed
        | Step::Expired
        | Step::RateRefused
        | Step::Failed(_)
        | Step::Returned
        | Step::Refunded => {}
    }
}

fn not_outgoing(payment: &TransactionRecord) -> ApiError {
    let TransactionRecord { id, status, .. } = payment;
    ApiError::internal(Error::Data(format!("{id} goes out and is {status}")))
}

/// When the money should arrive that leaves now.
fn estimate(quote: &QuoteRecord, payment: &mut TransactionRecord, now: Time) {
    if let QuoteDestination::External { rail: Some(rail), .. } = quote.doc.destination
        && let Some(chosen) = &mut payment.doc.rail
    {
        chosen.settles_at = settles_at(rail, now);
    }
}

/// Whether a quote can still be changed by its own clock.
pub(super) fn is_open(quote: &QuoteRecord) -> bool {
    matches!(quote.status, QuoteStatus::Pending | QuoteStatus::PendingAuthorization)
}
