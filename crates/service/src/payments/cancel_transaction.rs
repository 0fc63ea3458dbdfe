//! `POST /transactions/{transactionId}/cancel` (money 10.7): stops a bank transfer that has not settled.
//!
//! The rail is asked if it can still stop the payment. It is instructed only after the commit, by the job of
//! the refund that begins here, and has the last word: a payment that arrives anyway is not refunded.

use std::sync::Arc;

use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{AccountRef, TransactionId, TransactionRef};
use causeway_domain::payments::lifecycle::Phase;
use causeway_domain::payments::{RefundReason, TransactionType};
use causeway_store::payments::{self, PaymentFact, PaymentRecord};
use causeway_store::{Error, Tx};
use causeway_wire::table::CancelTransaction;
use causeway_wire::transactions::{CancelTransactionRequest, Transaction};

use super::errors;
use super::lifecycle::locked::LockedPayment;
use super::lifecycle::phase::{awaits_debit, is_under_way};
use super::rail::orders;
use super::rail::pace::in_time;
use crate::card_transactions;
use crate::payments::lifecycle::refund;
use crate::ports::{DebitOrder, PayoutOrder, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::http::{Answer, Call};
use crate::transactions::{named, render};

/// Cancels a payment.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `INVALID_INPUT` for a payment of a kind that cannot be cancelled;
/// `TRANSACTION_NOT_CANCELLABLE` if it has settled, has failed, is being cancelled, or the rail does not stop
/// it; `SVC_SWITCH_ERROR` if the rail gives no answer.
pub async fn handler(call: Call<CancelTransaction>) -> Result<Answer, ApiError> {
    let id = match named::transaction(call.path.first())? {
        TransactionRef::Payment(id) => id,
        TransactionRef::Card(id) => {
            let refuse = move |tx: &mut Tx<'_>, context: &Context| {
                Err(card_transactions::not_cancellable(tx, context, id)?)
            };
            return Ok(call.write(&[], refuse).await);
        }
    };
    let says = match gather(&call, id).await? {
        Some(order) => order.ask(call.app.ports.of(call.caller.environment)).await,
        // The rail can no longer cancel it, regardless of its status now.
        None => RailAnswer::WouldNot,
    };
    let reason = call.body.reason.as_ref().map(ToString::to_string);
    Ok(call.write(&[], move |tx, context| cancel(tx, context, id, says, reason.clone())).await)
}

/// The rail's answer to a cancellation inquiry.
#[derive(Debug, Clone, Copy)]
enum RailAnswer {
    WouldStop,
    WouldNot,
    None,
}

/// The order that a rail received, or will receive.
enum Order {
    Payout(Box<PayoutOrder>),
    Debit(Box<DebitOrder>),
}

impl Order {
    async fn ask(&self, world: &World) -> RailAnswer {
        let answered = match self {
            Self::Payout(order) => in_time(world.payouts.can_cancel(order)).await,
            Self::Debit(order) => in_time(world.debits.can_cancel(order)).await,
        };
        match answered {
            Ok(true) => RailAnswer::WouldStop,
            Ok(false) => RailAnswer::WouldNot,
            Err(_) => RailAnswer::None,
        }
    }
}

/// Returns the order to ask the rail about, or `None` if the write will refuse anyway.
async fn gather(call: &Call<CancelTransaction>, id: TransactionId) -> Result<Option<Order>, ApiError> {
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        let found = payments::find(tx, context.platform, id)?;
        let Some(payment) = found.filter(|payment| check(payment).is_ok()) else { return Ok(None) };
        let order = match payment.kind {
            TransactionType::Outgoing => {
                orders::payout(tx, &context, &payment)?.map(|order| Order::Payout(Box::new(order)))
            }
            TransactionType::Incoming => {
                orders::debit(tx, &context, &payment)?.map(|order| Order::Debit(Box::new(order)))
            }
        };
        Ok::<_, Error>(order)
    };
    Ok(call.app.store.read(read).await?)
}

fn cancel(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    says: RailAnswer,
    reason: Option<String>,
) -> Result<Transaction, ApiError> {
    let found = LockedPayment::find(tx, context.platform, id)?;
    let mut locked = found.ok_or_else(ApiError::not_found::<TransactionId>)?;
    check(&locked.payment)?;
    match says {
        RailAnswer::WouldStop => {}
        RailAnswer::WouldNot => return Err(errors::not_cancellable()),
        RailAnswer::None => return Err(errors::no_answer("payment rail")),
    }
    locked.payment.note(PaymentFact::CancellationAsked(reason), context.now)?;
    refund::open(tx, context, &mut locked, RefundReason::UserCancellation)?;
    render::transaction(context.platform, &locked.payment)
}

/// Refuses a payment that cannot be cancelled, or can no longer be.
fn check(payment: &PaymentRecord) -> Result<(), ApiError> {
    if !is_bank_transfer(payment) || is_unexecuted(payment) {
        return Err(errors::not_of_a_cancellable_kind());
    }
    let is_open = match payment.kind {
        TransactionType::Outgoing => is_under_way(payment),
        TransactionType::Incoming => awaits_debit(payment),
    };
    // A payment with a failed cancellation has arrived, even if its status does not say so yet.
    let is_untouched = payment.state().refund.is_none();
    if is_open && is_untouched { Ok(()) } else { Err(errors::not_cancellable()) }
}

/// Returns `true` if the payment goes from or to an external account over a rail that settles later than it
/// accepts.
fn is_bank_transfer(payment: &PaymentRecord) -> bool {
    let terms = &payment.terms;
    let bank_side = match payment.kind {
        TransactionType::Outgoing => terms.destination.account(),
        TransactionType::Incoming => terms.source.account(),
    };
    let is_external = matches!(bank_side, Some(AccountRef::External(_)));
    is_external
        && terms.rail.is_some_and(|chosen| matches!(chosen.rail, PaymentRail::Ach | PaymentRail::Wire))
}

/// Returns `true` if the payment waits for its quote to be executed or funded.
fn is_unexecuted(payment: &PaymentRecord) -> bool {
    matches!(payment.phase(), Phase::Outgoing(phase) if phase.is_open()) && payment.quote.is_some()
}

impl FieldChecks for CancelTransactionRequest {}
