//! Waiting deposits: reviewed when more is known, and ended after thirty days (money 3.5, 15).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{CustomerId, Id, JobId, TransactionId};
use causeway_domain::payments::lifecycle::DepositEvent;
use causeway_domain::payments::{PendingReason, RefundReason};
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::{Error, Tx};
use serde_json::json;

use super::wait;
use crate::payments::lifecycle::alert::call_operator;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::refund;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, ClaimedJob, Next, Work};

/// Maximum wait of a deposit.
const MAX_WAIT: Duration = Duration::from_hours(30 * 24);

/// Holds crypto in suspense, and notifies its platform of the pending reason.
pub(in crate::payments) fn begin(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    reason: PendingReason,
) -> Result<(), ApiError> {
    locked.apply(tx, context, DepositEvent::WaitsFor(reason))?;
    let payment = &locked.payment;
    let work = Work::EndWaitingDeposit { transaction: payment.id };
    let due_at = ends_at(payment);
    jobs::schedule_as(tx, context, job_of(payment.id), &work, &format!("{} waiting", payment.id), due_at)?;
    call_if_complete(tx, context, locked)
}

/// Schedules a review of a party's waiting deposits after a change to its wallets.
pub(crate) fn reconsider(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: Option<CustomerId>,
) -> Result<(), ApiError> {
    let party = customer.map_or_else(|| context.platform.uuid(), Id::uuid);
    for transaction in payments::waiting_deposits(tx, context.platform, party)? {
        let work = Work::ReviewDeposit { transaction };
        jobs::schedule(tx, context, &work, &transaction, context.now)?;
    }
    Ok(())
}

/// Reviews the pending reason of a deposit.
pub async fn review(job: &ClaimedJob, transaction: TransactionId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| {
        let Some((mut locked, waits_for)) = waiting(tx, context, transaction)? else { return Ok(Next::Done) };
        let reason = wait::reason(tx, context, &locked.payment)?;
        if reason != waits_for {
            locked.apply(tx, context, DepositEvent::WaitsFor(reason))?;
            call_if_complete(tx, context, &locked)?;
        }
        Ok(Next::Done)
    })
    .await
}

/// Ends a deposit that has waited for too long, and refunds it.
pub async fn end(job: &ClaimedJob, transaction: TransactionId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| {
        let Some((mut locked, _)) = waiting(tx, context, transaction)? else { return Ok(Next::Done) };
        let ends_at = ends_at(&locked.payment);
        if context.now < ends_at {
            return Ok(Next::Again { at: ends_at });
        }
        locked.apply(tx, context, DepositEvent::Unresolved)?;
        refund::open(tx, context, &mut locked, RefundReason::TransactionFailed)?;
        Ok(Next::Done)
    })
    .await
}

/// Returns the end of a deposit's wait.
pub(crate) fn ends_at(payment: &PaymentRecord) -> Time {
    payment.created_at.plus(MAX_WAIT)
}

/// Locks the deposit and returns it with its pending reason, or `None` if it no longer waits.
pub(in crate::payments) fn waiting(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
) -> Result<Option<(LockedPayment, PendingReason)>, Error> {
    let found = LockedPayment::find(tx, context.platform, transaction)?;
    Ok(found.and_then(|locked| locked.payment.phase().pending_reason().map(|reason| (locked, reason))))
}

/// Raises an alert if all information is present and an operator has to decide.
fn call_if_complete(tx: &mut Tx<'_>, context: &Context, locked: &LockedPayment) -> Result<(), ApiError> {
    match locked.payment.phase().pending_reason() {
        Some(PendingReason::ComplianceReview) => {
            call_operator(tx, context, AlertKind::DepositReview, &locked.payment, json!({}))
        }
        _ => Ok(()),
    }
}

/// Returns the id of the job that ends the wait: the payment's UUID, so that it needs no lookup.
pub(in crate::payments) fn job_of(payment: TransactionId) -> JobId {
    JobId::from_uuid(payment.uuid())
}
