//! State changes of mints and burns (stablecoins 7.1): the only place that applies the provider's reports.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{PlatformId, StablecoinOperationId};
use causeway_domain::stablecoins::{
    FUNDING_WINDOW, OperationEvent, OperationState, Reaction, StablecoinOperationType, StablecoinQuoteEvent,
    next_operation, next_quote, poll_delay, react,
};
use causeway_store::alerts::{self, AlertRecord};
use causeway_store::stablecoins::{self as rows, Acceptance, OperationRecord, StablecoinQuoteRecord};
use causeway_store::{Error, Tx};
use serde_json::json;

use super::errors;
use crate::ports::{NextPoll, ProviderTransfer};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Polls of an expired operation, not cancelled by the provider, after which an alert is raised.
const LEFT_OPEN: u32 = 5;

/// The maximum length stored of a provider's own status.
const MAX_STATUS: usize = 64;

/// The time without a clear answer after which an alert is raised about an unconfirmed operation.
const MAX_UNCONFIRMED: Duration = Duration::from_hours(1);
/// The time after which an alert is raised about a confirmed operation that does not end.
const MAX_UNENDED: Duration = Duration::from_hours(5 * 24);

/// Records the provider's acceptance of an operation: stores its funding instructions, marks the quote as
/// executed, and applies the report.
pub(super) fn accept(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut OperationRecord,
    quote: Option<StablecoinQuoteRecord>,
    transfer: &ProviderTransfer,
) -> Result<(), ApiError> {
    let expires_at = transfer.instructions.as_ref().map(|_| record.created_at.plus(FUNDING_WINDOW).millis());
    record.acceptance = Some(Acceptance {
        v: 1,
        transfer: transfer.id.clone(),
        instructions: transfer.instructions.clone(),
        expires_at,
    });
    if let Some(mut quote) = quote {
        let event = StablecoinQuoteEvent::Executed;
        quote.status = next_quote(quote.status, event).map_err(ApiError::internal)?;
        quote.operation = Some(record.id);
        quote.updated_at.advance(context.now);
        rows::update_quote(tx, context.platform, &quote)?;
    }
    report(tx, context, record, transfer)
}

/// Applies a provider's report about an operation. Old and repeated reports change nothing.
pub(super) fn report(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut OperationRecord,
    transfer: &ProviderTransfer,
) -> Result<(), ApiError> {
    match react(record.state, transfer.report) {
        Reaction::Follow(events) => follow(tx, context, record, events)?,
        Reaction::Fail(events, reason) => {
            follow(tx, context, record, events)?;
            follow(tx, context, record, &[OperationEvent::Failed(reason)])?;
        }
        Reaction::Nothing => return Ok(()),
        Reaction::Contradiction => {
            let message = format!("the provider reports {:?}", transfer.report);
            return raise_alert(tx, context, record, AlertKind::StablecoinContradiction, &message);
        }
    }
    let provider_status = Some(sanitized(&transfer.status));
    if record.progress.provider_status != provider_status {
        record.progress.provider_status = provider_status;
        record.updated_at.advance(context.now);
    }
    Ok(())
}

/// Ends the funding window without funds, and lets the job instruct the provider to cancel the transfer.
pub(super) fn end_window(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut OperationRecord,
) -> Result<(), ApiError> {
    record.progress.is_cancelling = true;
    follow(tx, context, record, &[OperationEvent::WindowEnded])
}

/// Ends an operation that the provider has never confirmed.
///
/// # Errors
/// `CONFLICT` for any other.
pub(super) fn give_up(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut OperationRecord,
) -> Result<(), ApiError> {
    if record.state != OperationState::Created {
        return Err(errors::confirmed(record.state.status()));
    }
    follow(tx, context, record, &[OperationEvent::GivenUp])
}

/// Returns `true` for an operation that was given up and not confirmed since.
pub(super) fn is_given_up(record: &OperationRecord) -> bool {
    matches!(record.state, OperationState::Failed(_)) && record.acceptance.is_none()
}

/// Raises an alert that the provider has accepted an operation that was given up.
pub(super) fn alert_late_confirmation(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &OperationRecord,
    transfer: &ProviderTransfer,
) -> Result<(), ApiError> {
    let message = format!("it was given up, and the provider has accepted it as {}", transfer.id);
    raise_alert(tx, context, record, AlertKind::StablecoinContradiction, &message)
}

fn follow(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut OperationRecord,
    events: &[OperationEvent],
) -> Result<(), ApiError> {
    for event in events {
        record.state = next_operation(record.state, *event).map_err(ApiError::internal)?;
        record.progress.failure_reason = record.state.reason();
        record.progress.asked = 0;
        record.mark_changed(context.now);
        if record.state == OperationState::Completed {
            add_to_supply(tx, context, record)?;
        }
    }
    Ok(())
}

/// Adds the operation to the minted or burned total (stablecoins 8).
fn add_to_supply(tx: &mut Tx<'_>, context: &Context, record: &OperationRecord) -> Result<(), ApiError> {
    let mut stablecoin = rows::lock(tx, context.platform, record.stablecoin)?.ok_or(Error::Missing)?;
    match record.operation_type {
        StablecoinOperationType::Mint => stablecoin.minted = stablecoin.minted.plus(record.terms.amount),
        StablecoinOperationType::Burn => stablecoin.burned = stablecoin.burned.plus(record.terms.amount),
    }
    Ok(rows::update(tx, context.platform, &stablecoin)?)
}

/// Raises an alert about an operation that does not end.
pub(super) fn check_patience(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &OperationRecord,
) -> Result<(), ApiError> {
    let longest = match record.state {
        OperationState::Created => MAX_UNCONFIRMED,
        OperationState::PendingFunding
        | OperationState::PendingProvider
        | OperationState::Processing
        | OperationState::Completed
        | OperationState::Failed(_)
        | OperationState::Expired => MAX_UNENDED,
    };
    let is_open = record.expiry().is_some_and(|expiry| context.now < expiry);
    let waits_for_payer = record.state == OperationState::PendingFunding && is_open;
    // The provider keeps waiting for funds.
    let is_left_open = record.state == OperationState::Expired && record.progress.asked >= LEFT_OPEN;
    if waits_for_payer || (!is_left_open && context.now < record.since().plus(longest)) {
        return Ok(());
    }
    let message = match record.state {
        OperationState::Created => {
            "the provider gives no clear answer; if it has never heard of it: causeway stablecoin-operation give-up"
        }
        OperationState::Expired => "its funding window has ended, and the provider has not cancelled it",
        OperationState::PendingFunding
        | OperationState::PendingProvider
        | OperationState::Processing
        | OperationState::Completed
        | OperationState::Failed(_) => "the provider gives no clear answer",
    };
    raise_alert(tx, context, record, AlertKind::StablecoinOperationUnresolved, message)
}

/// Returns `true` if the operation of an alert has ended after all.
pub(crate) fn is_settled(tx: &mut Tx<'_>, platform: PlatformId, alert: &AlertRecord) -> Result<bool, Error> {
    let operation: Option<StablecoinOperationId> = alert.subject.parse().ok();
    let is_unresolved = alert.is(AlertKind::StablecoinOperationUnresolved);
    let Some(operation) = operation.filter(|_| is_unresolved) else {
        return Ok(false);
    };
    let record = rows::find_operation(tx, platform, operation)?;
    Ok(record.is_none_or(|record| record.state.is_final() && !record.progress.is_cancelling))
}

pub(super) fn raise_alert(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &OperationRecord,
    kind: AlertKind,
    message: &str,
) -> Result<(), ApiError> {
    let detail = json!({
        "stablecoin": record.stablecoin,
        "operation_type": record.operation_type,
        "status": record.state.status(),
        "what": message,
    });
    let subject = record.id.to_string();
    Ok(alerts::raise(tx, Some(context.platform), context.id(), kind, &subject, &detail)?)
}

/// Returns the time of the next poll of the provider; `None` if no more can come.
pub(super) fn next_question(record: &OperationRecord, ask: NextPoll, now: Time) -> Option<Time> {
    if record.state.is_final() && !record.progress.is_cancelling {
        return None;
    }
    let poll_at = match ask {
        NextPoll::Never => None,
        NextPoll::At(at) => Some(at),
        NextPoll::Unsaid => Some(now.plus(poll_delay(record.progress.asked))),
    };
    let expiry = record.expiry().filter(|_| record.state == OperationState::PendingFunding);
    poll_at.into_iter().chain(expiry).min().or_else(|| Some(now.plus(poll_delay(u32::MAX))))
}

/// Reschedules the poll of the provider.
pub(super) fn replan(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut OperationRecord,
    ask: NextPoll,
) -> Result<(), ApiError> {
    jobs::withdraw(tx, context, record.progress.job)?;
    if let Some(at) = next_question(record, ask, context.now) {
        record.progress.job = context.id();
        plan(tx, context, record, at)?;
    }
    Ok(())
}

/// Schedules the job of an operation under the id that its record names.
pub(super) fn plan(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &OperationRecord,
    at: Time,
) -> Result<(), ApiError> {
    let operation: StablecoinOperationId = record.id;
    let work = Work::TrackStablecoinOperation { operation };
    jobs::schedule_as(tx, context, record.progress.job, &work, &operation, at)
}

/// Sanitizes a provider's status for display: short, lower case, and only letters, digits, `_` and `-`.
fn sanitized(status: &str) -> String {
    let plain = status.chars().filter(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'));
    plain.take(MAX_STATUS).map(|letter| letter.to_ascii_lowercase()).collect()
}
