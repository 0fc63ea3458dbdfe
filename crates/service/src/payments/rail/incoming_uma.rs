//! Inquiries at the settlement layer about the money of an approved incoming UMA payment.

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{InternalAccountId, TransactionId};
use causeway_domain::payments::IncomingFailure;
use causeway_domain::payments::lifecycle::{IncomingUmaEvent, IncomingUmaPhase, Phase};
use causeway_store::Tx;
use causeway_store::payments::{PaymentFact, PaymentRecord};
use serde_json::json;

use super::load::load;
use super::orders;
use super::pace::{again, in_time};
use crate::payments::checks::accounts;
use crate::payments::incoming::uma::invoice_ends_at;
use crate::payments::incoming::uma::{credit, refuse};
use crate::payments::lifecycle::alert::call_operator;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::ports::{CancelResponse, IncomingUmaOrder, IncomingUmaStatus, RailError, SettlementLayer, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next, ask_again};

/// The inquiry about one incoming UMA payment.
struct Inquiry {
    world: World,
    order: IncomingUmaOrder,
    id: TransactionId,
    accounts: Vec<InternalAccountId>,
    since: Time,
    /// Another platform of this deployment pays by itself.
    is_internal: bool,
    /// Expiry of the invoice; `None` before the approval.
    ends_at: Option<Time>,
}

/// Asks the settlement layer, and books the outcome.
pub async fn run(job: &ClaimedJob, payment: TransactionId) -> Result<(), ApiError> {
    let Some(inquiry) = load(job, payment, awaits_money, Inquiry::of).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = inquiry.ask().await;
    let accounts = inquiry.accounts.clone();
    job.conclude(&accounts, move |tx, context| settle(tx, context, &inquiry, &answered)).await
}

/// Returns `true` if the money of the payment has not been credited or refused yet.
const fn awaits_money(payment: &PaymentRecord) -> bool {
    matches!(payment.phase(), Phase::IncomingUma(IncomingUmaPhase::Approved | IncomingUmaPhase::Received))
}

impl Inquiry {
    fn of(_: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<Option<Self>, ApiError> {
        let Some(order) = orders::incoming_uma(context, payment) else { return Ok(None) };
        Ok(Some(Self {
            world: context.app.ports.of(context.environment).clone(),
            order,
            id: payment.id,
            accounts: accounts::changed(&payment.terms),
            since: payment.since(),
            is_internal: payment.terms.internal_invoice().is_some(),
            ends_at: invoice_ends_at(payment),
        }))
    }

    async fn ask(&self) -> Result<IncomingUmaStatus, RailError> {
        let open_until = self.ends_at.filter(|end| self.order.now < *end);
        if self.is_internal {
            let awaited = open_until.map(|poll_at| IncomingUmaStatus::Awaited { poll_at });
            return Ok(awaited.unwrap_or(IncomingUmaStatus::Expired));
        }
        let layer = self.world.layer(self.order.layer)?;
        match in_time(layer.incoming_status(&self.order)).await? {
            IncomingUmaStatus::Awaited { .. } if open_until.is_none() => self.cancel(layer).await,
            status => Ok(status),
        }
    }

    /// Cancels the invoice at the layer: an invoice that this side declares expired must not be paid later.
    async fn cancel(&self, layer: &dyn SettlementLayer) -> Result<IncomingUmaStatus, RailError> {
        Ok(match in_time(layer.cancel(&self.order)).await? {
            CancelResponse::Cancelled => IncomingUmaStatus::Expired,
            // The next inquiry returns the amount that has arrived.
            CancelResponse::Received => IncomingUmaStatus::Awaited { poll_at: self.order.now },
        })
    }
}

fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    inquiry: &Inquiry,
    answered: &Result<IncomingUmaStatus, RailError>,
) -> Result<Next, ApiError> {
    let mut locked = LockedPayment::get(tx, context.platform, inquiry.id)?;
    if !awaits_money(&locked.payment) {
        return Ok(Next::Done);
    }
    match answered {
        Ok(IncomingUmaStatus::Awaited { poll_at }) => Ok(again(*poll_at, context.now)),
        Ok(IncomingUmaStatus::Held { poll_at }) => {
            record_arrival(tx, context, &mut locked)?;
            Ok(again(*poll_at, context.now))
        }
        Ok(IncomingUmaStatus::Received { proof }) => {
            if let Some(proof) = proof {
                locked.payment.note(PaymentFact::Settled(proof.clone()), context.now)?;
            }
            record_arrival(tx, context, &mut locked)?;
            credit(tx, context, &mut locked)?;
            Ok(Next::Done)
        }
        Ok(IncomingUmaStatus::Underpaid { arrived, poll_at }) => {
            let known = json!({
                "layer": inquiry.order.layer,
                "expected": inquiry.order.exact,
                "arrived": arrived,
            });
            call_operator(tx, context, AlertKind::SettlementUnderpaid, &locked.payment, known)?;
            Ok(again(*poll_at, context.now))
        }
        Ok(IncomingUmaStatus::Rejected) => {
            record_arrival(tx, context, &mut locked)?;
            refuse(tx, context, &mut locked, IncomingFailure::ComplianceRejected)?;
            Ok(Next::Done)
        }
        Ok(IncomingUmaStatus::Expired) => {
            // A settled payment no longer expires.
            if is_awaited(&locked.payment) {
                locked.apply(tx, context, IncomingUmaEvent::InvoiceExpired)?;
            }
            Ok(Next::Done)
        }
        Err(RailError::Unclear | RailError::NotAvailable) => {
            Ok(Next::Again { at: ask_again(inquiry.since, context.now) })
        }
    }
}

/// Records that the money has arrived, unless that is already recorded.
fn record_arrival(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    if is_awaited(&locked.payment) {
        locked.apply(tx, context, IncomingUmaEvent::SettlementReceived)?;
    }
    Ok(())
}

fn is_awaited(payment: &PaymentRecord) -> bool {
    payment.phase() == IncomingUmaPhase::Approved.into()
}
