//! What happens to a payment, and to its quote with it (money 8.7, 10.8).

use causeway_domain::Time;
use causeway_domain::external_accounts::settles_at;
use causeway_domain::payments::{
    OutgoingChange, OutgoingEvent, OutgoingFailure, OutgoingStatus, next_outgoing,
};
use causeway_domain::quotes::{self as rules, QuoteEvent, QuoteStatus};
use causeway_store::payments::{self, Failure, PaymentRecord};
use causeway_store::quotes::{self, QuoteRecord};
use causeway_store::{Error, Tx};

use super::locked::LockedPayment;
use super::{announce, expiry};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// What happens to an outgoing payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PaymentEvent {
    /// Its customer has to authorize it.
    AuthorizationRequired,
    /// Its customer has authorized that it is paid in for.
    AuthorizedToFund,
    /// Its customer has not authorized it in time.
    AuthorizationLapsed,
    /// The source was debited, or its direct debit has begun.
    Started,
    /// The direct debit that was to fund it has failed.
    DebitFailed,
    /// The money arrived.
    Delivered,
    /// Nobody executed its quote in time.
    Expired,
    /// Liquidity refuses the locked rate; nothing was debited.
    RateRefused,
    /// Another amount than its quote's was paid in.
    FundingMismatched,
    /// It was paid in for, and something else keeps it from being carried out.
    NotCarriedOut(OutgoingFailure),
    /// The payout did not succeed.
    Failed(OutgoingFailure),
    /// The receiving bank sent the money back.
    Returned,
    /// Cancelled on its way, and the money is back.
    Refunded,
}

impl PaymentEvent {
    const fn of_payment(self) -> OutgoingEvent {
        match self {
            Self::AuthorizationRequired => OutgoingEvent::AuthorizationRequired,
            Self::AuthorizedToFund => OutgoingEvent::AuthorizedToFund,
            Self::AuthorizationLapsed => OutgoingEvent::AuthorizationLapsed,
            Self::Started => OutgoingEvent::Started,
            Self::DebitFailed => OutgoingEvent::DebitFailed,
            Self::Delivered => OutgoingEvent::Delivered,
            Self::Expired => OutgoingEvent::ExpiryReached,
            Self::RateRefused => OutgoingEvent::RateRefused,
            Self::FundingMismatched => OutgoingEvent::FundingMismatched,
            Self::NotCarriedOut(reason) => OutgoingEvent::FailedBeforeDebit(reason),
            Self::Failed(reason) => OutgoingEvent::PayoutFailed(reason),
            Self::Returned => OutgoingEvent::Returned,
            Self::Refunded => OutgoingEvent::CancelledAndRefunded,
        }
    }

    /// `status` is that of the quote before: only who authorizes it starts one that waits for that.
    const fn of_quote(self, status: QuoteStatus) -> QuoteEvent {
        match self {
            Self::AuthorizationRequired => QuoteEvent::AuthorizationRequired,
            Self::AuthorizedToFund => QuoteEvent::AuthorizedToFund,
            Self::AuthorizationLapsed => QuoteEvent::AuthorizationLapsed,
            Self::Started if matches!(status, QuoteStatus::PendingAuthorization) => {
                QuoteEvent::AuthorizedToPay
            }
            Self::Started => QuoteEvent::Started,
            Self::DebitFailed => QuoteEvent::DebitFailed,
            Self::Delivered => QuoteEvent::Delivered,
            Self::Expired => QuoteEvent::ExpiryReached,
            Self::RateRefused => QuoteEvent::RateRefused,
            Self::FundingMismatched => QuoteEvent::FundingMismatched,
            Self::NotCarriedOut(_) => QuoteEvent::FailedBeforeDebit,
            Self::Failed(_) => QuoteEvent::PayoutFailed,
            Self::Returned => QuoteEvent::Returned,
            Self::Refunded => QuoteEvent::CancelledAndRefunded,
        }
    }
}

impl LockedPayment {
    /// Applies an event to the payment and its quote, writes both, and announces it.
    pub(crate) fn apply(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        event: PaymentEvent,
    ) -> Result<(), ApiError> {
        let Self { payment, quote } = self;
        let unknown = || Error::Data(format!("{} is outgoing and {}", payment.id, payment.status));
        let status = OutgoingStatus::of(payment.status).ok_or_else(unknown)?;
        let change = next_outgoing(status, event.of_payment()).map_err(ApiError::internal)?;
        if let Some(quote) = quote {
            move_along(tx, context, quote, event)?;
        }
        payment.status = change.status().into();
        if let OutgoingChange::Failed(reason) = change {
            payment.state.failure = Some(Failure::Outgoing(reason));
        }
        stamp(event, payment, context.now);
        payments::update(tx, context.platform, payment)?;
        announce::status(tx, context, payment)
    }

    /// Writes that the money leaves only now: it has waited for the direct debit since the execution.
    pub(super) fn leave(&mut self, tx: &mut Tx<'_>, context: &Context) -> Result<(), ApiError> {
        let Self { quote, payment } = self;
        if let Some(quote) = quote {
            quote.updated_at = context.now;
            quotes::set_status(tx, context.platform, quote.id, quote.status, context.now)?;
        }
        payment.updated_at = context.now;
        estimate(payment, context.now);
        Ok(payments::update(tx, context.platform, payment)?)
    }
}

fn move_along(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &mut QuoteRecord,
    event: PaymentEvent,
) -> Result<(), ApiError> {
    let was_open = expiry::is_open(quote);
    quote.status = rules::next(quote.status, event.of_quote(quote.status)).map_err(ApiError::internal)?;
    quote.updated_at = context.now;
    quotes::set_status(tx, context.platform, quote.id, quote.status, context.now)?;
    // An expiry is written by the job itself.
    if was_open && !expiry::is_open(quote) && event != PaymentEvent::Expired {
        expiry::withdraw(tx, context, quote.id)?;
    }
    Ok(())
}

fn stamp(event: PaymentEvent, payment: &mut PaymentRecord, now: Time) {
    payment.updated_at = now;
    payment.state.awaits_approval = false;
    match event {
        PaymentEvent::Started => estimate(payment, now),
        PaymentEvent::Delivered => payment.state.settled_at = Some(now),
        PaymentEvent::AuthorizationRequired
        | PaymentEvent::AuthorizedToFund
        | PaymentEvent::AuthorizationLapsed
        | PaymentEvent::DebitFailed
        | PaymentEvent::Expired
        | PaymentEvent::RateRefused
        | PaymentEvent::FundingMismatched
        | PaymentEvent::NotCarriedOut(_)
        | PaymentEvent::Failed(_)
        | PaymentEvent::Returned
        | PaymentEvent::Refunded => {}
    }
}

/// When the money should arrive that leaves now.
fn estimate(payment: &mut PaymentRecord, now: Time) {
    payment.state.settles_at = payment.terms.rail.and_then(|chosen| settles_at(chosen.rail, now));
}
