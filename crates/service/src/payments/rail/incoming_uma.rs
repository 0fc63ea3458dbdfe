//! Inquiries at the settlement layer about the money of an approved incoming UMA payment.

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, TransactionId};
use causeway_domain::payments::IncomingFailure;
use causeway_domain::payments::lifecycle::{IncomingUmaEvent, IncomingUmaPhase, Phase};
use causeway_store::Tx;
use causeway_store::payments::{PaymentFact, PaymentRecord};

use super::load::load;
use super::orders;
use super::pace::{again, ask_again, in_time};
use crate::payments::checks::accounts;
use crate::payments::incoming::uma::invoice_ends_at;
use crate::payments::incoming::uma::{credit, refuse};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::ports::{IncomingUmaOrder, IncomingUmaStatus, RailError, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// The inquiry about one incoming UMA payment.
struct Inquiry {
    world: World,
    order: IncomingUmaOrder,
    id: TransactionId,
    accounts: Vec<InternalAccountId>,
    since: Time,
    /// Deadline for another platform of this deployment, which pays by itself; `None` for a payment from
    /// elsewhere.
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
            ends_at: payment.terms.internal_invoice().and_then(|_| invoice_ends_at(payment)),
        }))
    }

    async fn ask(&self) -> Result<IncomingUmaStatus, RailError> {
        match self.ends_at {
            Some(end) if self.order.now < end => Ok(IncomingUmaStatus::Awaited { poll_at: end }),
            Some(_) => Ok(IncomingUmaStatus::Expired),
            None => in_time(self.world.layer(self.order.layer)?.incoming_status(&self.order)).await,
        }
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
