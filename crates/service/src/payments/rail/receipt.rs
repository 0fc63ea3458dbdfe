//! Asking the settlement layer whether the money of an approved payment has come.

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, TransactionId};
use causeway_domain::payments::IncomingFailure;
use causeway_domain::payments::lifecycle::{Phase, ReceiptEvent, ReceiptPhase};
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;

use super::load::load;
use super::orders;
use super::pace::{again, ask_again, in_time};
use crate::payments::checks::accounts;
use crate::payments::incoming::receipt::invoice_ends_at;
use crate::payments::incoming::receipt::{credit, refuse};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::ports::{RailError, UmaReceiptOrder, UmaReceiptStatus, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{Claimed, Next};

/// A receipt that is to be asked about.
struct Asking {
    world: World,
    order: UmaReceiptOrder,
    id: TransactionId,
    accounts: Vec<InternalAccountId>,
    since: Time,
    /// Until when another platform of this deployment may pay it, which does so by itself; none where it comes from
    /// elsewhere.
    ends_at: Option<Time>,
}

/// Asks, and books what comes of it.
///
/// # Errors
/// Those of the database.
pub async fn run(job: &Claimed, payment: TransactionId) -> Result<(), ApiError> {
    let Some(asking) = load(job, payment, awaits_money, Asking::of).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = asking.ask().await;
    let accounts = asking.accounts.clone();
    job.conclude(&accounts, move |tx, context| settle(tx, context, &asking, answered)).await
}

/// Returns `true` if the money of the payment has not been taken in yet.
const fn awaits_money(payment: &PaymentRecord) -> bool {
    matches!(payment.phase(), Phase::Receipt(ReceiptPhase::Approved | ReceiptPhase::Received))
}

impl Asking {
    fn of(_: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<Option<Self>, ApiError> {
        let Some(order) = orders::receipt(context, payment) else { return Ok(None) };
        Ok(Some(Self {
            world: context.app.ports.of(context.environment).clone(),
            order,
            id: payment.id,
            accounts: accounts::changed(&payment.terms),
            since: payment.since(),
            ends_at: payment.terms.internal_invoice().and_then(|_| invoice_ends_at(payment)),
        }))
    }

    async fn ask(&self) -> Result<UmaReceiptStatus, RailError> {
        match self.ends_at {
            Some(end) if self.order.at < end => Ok(UmaReceiptStatus::Awaited { ask_at: end }),
            Some(_) => Ok(UmaReceiptStatus::Expired),
            None => in_time(self.world.uma_settlement.receipt(&self.order)).await,
        }
    }
}

fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    asking: &Asking,
    answered: Result<UmaReceiptStatus, RailError>,
) -> Result<Next, ApiError> {
    let mut locked = LockedPayment::get(tx, context.platform, asking.id)?;
    if !awaits_money(&locked.payment) {
        return Ok(Next::Done);
    }
    match answered {
        Ok(UmaReceiptStatus::Awaited { ask_at }) => Ok(again(ask_at, context.now)),
        Ok(UmaReceiptStatus::Held { ask_at }) => {
            arrived(tx, context, &mut locked)?;
            Ok(again(ask_at, context.now))
        }
        Ok(UmaReceiptStatus::Received) => {
            arrived(tx, context, &mut locked)?;
            credit(tx, context, &mut locked)?;
            Ok(Next::Done)
        }
        Ok(UmaReceiptStatus::Rejected) => {
            arrived(tx, context, &mut locked)?;
            refuse(tx, context, &mut locked, IncomingFailure::ComplianceRejected)?;
            Ok(Next::Done)
        }
        Ok(UmaReceiptStatus::Expired) => {
            // What has settled does not expire any more.
            if is_awaited(&locked.payment) {
                locked.apply(tx, context, ReceiptEvent::InvoiceExpired)?;
            }
            Ok(Next::Done)
        }
        Err(RailError::Unclear | RailError::NotAvailable) => {
            Ok(Next::Again { at: ask_again(asking.since, context.now) })
        }
    }
}

/// The money is here.
fn arrived(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    if is_awaited(&locked.payment) {
        locked.apply(tx, context, ReceiptEvent::SettlementReceived)?;
    }
    Ok(())
}

fn is_awaited(payment: &PaymentRecord) -> bool {
    payment.phase() == ReceiptPhase::Approved.into()
}
