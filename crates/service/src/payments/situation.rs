//! The event that a payment waits for, with its deadline as an instant and its commands ready to be typed (conventions 2.1).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::payments::lifecycle::{OutgoingPhase, Phase};
use causeway_domain::payments::{
    Deadline, NextJob, Party, RefundStatus, Situation, WaitsFor, unmatched_waits_for, waits_for,
};
use causeway_rail_protocol::values::OrderKind;
use causeway_store::Tx;
use causeway_store::jobs::{JobRecord, JobState};
use causeway_store::payments::PaymentRecord;
use causeway_store::quotes::QuoteRecord;
use causeway_store::unmatched_deposits::UnmatchedRecord;

use super::incoming::deposit::ends_at;
use super::incoming::unmatched;
use super::lifecycle::alert::commands;
use super::lifecycle::phase::{awaits_debit, is_mirrored, is_under_way};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::Work;
use crate::runtime::settings::{PAYOUT_TIMEOUT_DAYS, Settings};

/// The event that a payment waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) of: WaitsFor,
    /// On the platform's clock; `None` if the payment waits without a limit.
    pub(crate) until: Option<Time>,
    /// Complete commands except for words in capitals.
    pub(crate) commands: Vec<String>,
}

/// Returns the resources of the jobs of a payment.
pub(crate) fn resources(payment: &PaymentRecord) -> Vec<String> {
    let own = payment.id.to_string();
    let quote = payment.quote.map(|quote| quote.to_string());
    let of_waits = ["waiting", "approval"].map(|suffix| format!("{own} {suffix}"));
    of_waits.into_iter().chain([own]).chain(quote).collect()
}

/// Returns `true` if a payment waits for the outcome of its order of this kind at a rail.
pub(crate) fn waits_for_order(payment: &PaymentRecord, kind: OrderKind) -> bool {
    match kind {
        OrderKind::Payout => is_under_way(payment),
        OrderKind::Collection => awaits_debit(payment),
        // Deposits enter by no rail, and so are not refunded by one.
        OrderKind::Refund => false,
    }
}

/// Returns the event that the payment waits for, or `None` if it is finished. `jobs` are all jobs of the payment.
pub(crate) fn of(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
    quote: Option<&QuoteRecord>,
    jobs: &[JobRecord],
) -> Result<Option<Wait>, ApiError> {
    let failed: Vec<&JobRecord> = jobs.iter().filter(|job| job.state == JobState::Failed).collect();
    let next_job = match (failed.is_empty(), jobs.is_empty()) {
        (false, _) => NextJob::GivenUp,
        (true, false) => NextJob::Scheduled,
        (true, true) => NextJob::None,
    };
    let Some(in_time) = awaited(payment, next_job, false) else { return Ok(None) };
    let deadline = instant(tx, context, payment, quote, jobs, in_time.until)?;
    let is_overdue = deadline.is_some_and(|deadline| deadline <= context.now);
    let Some(of) = awaited(payment, next_job, is_overdue) else { return Ok(None) };
    let retries = failed.iter().map(|job| format!("causeway jobs retry {}", job.id));
    Ok(Some(Wait {
        of,
        // Names the present if the work of a deadline is due and has not run yet.
        until: deadline.filter(|_| of.until != Deadline::Unlimited).map(|at| at.max(context.now)),
        commands: retries.chain(commands(payment)).collect(),
    }))
}

/// Returns the event that money that matches nothing waits for, or `None` if it is in suspense no more.
pub(crate) fn of_unmatched(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &UnmatchedRecord,
) -> Result<Option<Wait>, ApiError> {
    let deadline = record.returning_since.map(|since| timeout(tx, context, since)).transpose()?;
    let is_overdue = deadline.is_some_and(|deadline| deadline <= context.now);
    let waits = unmatched_waits_for(record.status, is_overdue);
    Ok(waits.map(|of| Wait {
        of,
        until: deadline.filter(|_| of.until != Deadline::Unlimited),
        commands: unmatched::commands(record),
    }))
}

/// Returns the party that the payment waits for, or `None` if it is finished. `has_failed_job` is `true` if one of
/// its jobs was given up, and `is_overdue` if its rail has let its deadline pass.
pub(crate) fn party(payment: &PaymentRecord, has_failed_job: bool, is_overdue: bool) -> Option<Party> {
    let next_job = if has_failed_job { NextJob::GivenUp } else { NextJob::Scheduled };
    awaited(payment, next_job, is_overdue).map(|awaited| awaited.party)
}

fn awaited(payment: &PaymentRecord, next_job: NextJob, is_overdue: bool) -> Option<WaitsFor> {
    let lifecycle = payment.lifecycle();
    waits_for(Situation { lifecycle, is_mirrored: is_mirrored(payment), next_job, is_overdue })
}

fn instant(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
    quote: Option<&QuoteRecord>,
    jobs: &[JobRecord],
    deadline: Deadline,
) -> Result<Option<Time>, ApiError> {
    let expiry = quote.map(|quote| quote.expires_at);
    Ok(match deadline {
        Deadline::Unlimited => None,
        Deadline::Expiry => challenge_expiry(payment).or(expiry),
        Deadline::Decision => {
            jobs.iter().filter(|job| ends_decision(job)).map(|job| job.due_at).min().or(expiry)
        }
        Deadline::NextJob => jobs.iter().map(|job| job.due_at).min(),
        Deadline::Review => Some(ends_at(payment)),
        Deadline::PayoutTimeout => Some(timeout(tx, context, rail_since(payment))?),
    })
}

/// Returns the instant until which the rail of a payment has to report, or `None` if the payment waits for no rail.
/// `days` is the setting `payout_timeout_days`.
pub(crate) fn rail_deadline(payment: &PaymentRecord, days: u32) -> Option<Time> {
    let awaited = awaited(payment, NextJob::Scheduled, false)?;
    (awaited.until == Deadline::PayoutTimeout).then(|| after_days(rail_since(payment), days))
}

/// Returns the beginning of the rail's time to decide.
fn rail_since(payment: &PaymentRecord) -> Time {
    let refund = payment.state().refund.as_ref().filter(|refund| refund.status == RefundStatus::Pending);
    refund.map_or_else(|| payment.since(), |refund| refund.initiated_at)
}

/// Returns the end of a rail's time to decide.
fn timeout(tx: &mut Tx<'_>, context: &Context, since: Time) -> Result<Time, ApiError> {
    Ok(after_days(since, Settings::of(tx, context)?.get(&PAYOUT_TIMEOUT_DAYS)?))
}

fn after_days(since: Time, days: u32) -> Time {
    since.plus(Duration::from_hours(24).saturating_mul(days))
}

/// Returns the end of the customer's authentication, if the payment waits for it.
fn challenge_expiry(payment: &PaymentRecord) -> Option<Time> {
    let waits = matches!(payment.phase(), Phase::Outgoing(OutgoingPhase::AwaitingAuthorization));
    payment.state().challenge.as_ref().filter(|_| waits).map(|challenge| challenge.expires_at)
}

/// Returns `true` for a job that ends the platform's time to decide.
fn ends_decision(job: &JobRecord) -> bool {
    matches!(
        Work::from_payload(&job.payload),
        Ok(Work::EndApproval { .. } | Work::ExpireAgentAction { .. } | Work::ExpireQuote { .. })
    )
}
