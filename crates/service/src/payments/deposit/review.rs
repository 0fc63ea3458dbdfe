//! Deposits that wait are looked at again when more is known, and end after thirty days (money 3.5, 15).

use std::time::Duration;

use causeway_domain::ids::{CustomerId, Id, JobId, TransactionId};
use causeway_domain::payments::{DepositEvent, PendingReason, RefundReason};
use causeway_domain::postings;
use causeway_store::{Error, Tx, payments};
use serde_json::json;

use super::wait;
use crate::internal_accounts::ledger::{self, Reason};
use crate::payments::alert::call_operator;
use crate::payments::{LockedPayment, announce, refund};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Claimed, Next, Work};

/// How long a deposit may wait.
const LONGEST: Duration = Duration::from_hours(30 * 24);

/// The coins are here and stand in suspense; the payment is stored, and its platform is notified of what they wait for.
pub(super) fn begin(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    reason: PendingReason,
) -> Result<(), ApiError> {
    let payment = &mut locked.payment;
    payment.state.pending_reason = Some(reason);
    payments::update(tx, context.platform, payment)?;
    let suspended = postings::deposit_suspended(payment.refundable()?);
    ledger::book(tx, context, suspended, Reason::of(payment), &mut [])?;
    announce::status(tx, context, payment)?;
    let work = Work::EndWaitingDeposit { transaction: payment.id };
    let due_at = payment.created_at.plus(LONGEST);
    jobs::schedule_as(tx, context, job_of(payment.id), &work, &format!("{} waiting", payment.id), due_at)?;
    call_if_complete(tx, context, locked)
}

/// More is known of somebody's wallets: deposits that wait are looked at again.
///
/// # Errors
/// Those of the database.
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

/// Looks at a deposit again.
///
/// # Errors
/// Those of the database.
pub async fn review(job: &Claimed, transaction: TransactionId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| {
        let Some((mut locked, waits_for)) = waiting(tx, context, transaction)? else { return Ok(Next::Done) };
        let reason = wait::reason(tx, context, &locked.payment)?;
        if reason != waits_for {
            locked.come_in(tx, context, DepositEvent::WaitsFor(reason))?;
            call_if_complete(tx, context, &locked)?;
        }
        Ok(Next::Done)
    })
    .await
}

/// Ends a deposit that has waited for too long: it goes back.
///
/// # Errors
/// Those of the database.
pub async fn end(job: &Claimed, transaction: TransactionId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| {
        let Some((mut locked, _)) = waiting(tx, context, transaction)? else { return Ok(Next::Done) };
        let ends_at = locked.payment.created_at.plus(LONGEST);
        if context.now < ends_at {
            return Ok(Next::Again { at: ends_at });
        }
        locked.come_in(tx, context, DepositEvent::Unresolved)?;
        refund::open(tx, context, &mut locked, RefundReason::TransactionFailed)?;
        Ok(Next::Done)
    })
    .await
}

/// The deposit, locked, and what it waits for; none where that is over.
pub(super) fn waiting(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
) -> Result<Option<(LockedPayment, PendingReason)>, Error> {
    let found = LockedPayment::of(tx, context.platform, transaction)?;
    Ok(found.and_then(|locked| locked.payment.state.pending_reason.map(|reason| (locked, reason))))
}

/// Everything is known: it is for an operator to decide.
fn call_if_complete(tx: &mut Tx<'_>, context: &Context, locked: &LockedPayment) -> Result<(), ApiError> {
    match locked.payment.state.pending_reason {
        Some(PendingReason::ComplianceReview) => {
            call_operator(tx, context, "DEPOSIT_REVIEW", &locked.payment, json!({}))
        }
        _ => Ok(()),
    }
}

/// The job that ends the wait has the payment's UUID, so that it is found without being looked for.
pub(super) fn job_of(payment: TransactionId) -> JobId {
    JobId::from_uuid(payment.uuid())
}
