//! A mint or burn moves (stablecoins 7.1): the one place that follows what its provider says.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, StablecoinOperationId};
use causeway_domain::stablecoins::{
    FUNDING_WINDOW, OperationEvent, OperationState, Reaction, StablecoinOperationType, StablecoinQuoteEvent,
    next_operation, next_quote, poll_after, react,
};
use causeway_store::alerts::{self, AlertRecord};
use causeway_store::stablecoins::{self as rows, Acceptance, OperationRecord, StablecoinQuoteRecord};
use causeway_store::{Error, Tx};
use serde_json::json;

use super::errors;
use crate::ports::{AskAgain, ProviderTransfer};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// The provider contradicts what is final here, or funds came too late.
const CONTRADICTION: &str = "STABLECOIN_CONTRADICTION";
/// It does not become clear what the provider does about an operation.
const UNRESOLVED: &str = "STABLECOIN_OPERATION_UNRESOLVED";

/// Questions after which an operator looks at an expired operation that the provider has not cancelled.
const LEFT_OPEN: u32 = 5;

/// The longest that is kept of a provider's own status.
const STATUS_MAX: usize = 64;

/// After this long without a clear answer an operator looks at an operation that the provider has not confirmed.
const UNCONFIRMED_MAX: Duration = Duration::from_hours(1);
/// The same of one that it has, and that does not come to an end.
const UNENDED_MAX: Duration = Duration::from_hours(5 * 24);

/// The provider has accepted an operation that it was sent: where funds go is kept, and the preview is used up.
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

/// Takes in what the provider says of an operation. What is old or said twice changes nothing.
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
            let what = format!("the provider reports {:?}", transfer.report);
            return call_operator(tx, context, record, CONTRADICTION, &what);
        }
    }
    let provider_status = Some(sanitized(&transfer.status));
    if record.progress.provider_status != provider_status {
        record.progress.provider_status = provider_status;
        record.updated_at.advance(context.now);
    }
    Ok(())
}

/// The window for funds has ended without them; the provider is instructed to give the transfer up.
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

/// Returns true for an operation that was given up and not confirmed since.
pub(super) fn is_given_up(record: &OperationRecord) -> bool {
    matches!(record.state, OperationState::Failed(_)) && record.acceptance.is_none()
}

/// Brings to an operator that the provider has accepted what was given up.
pub(super) fn confirmed_late(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &OperationRecord,
    transfer: &ProviderTransfer,
) -> Result<(), ApiError> {
    let what = format!("it was given up, and the provider has accepted it as {}", transfer.id);
    call_operator(tx, context, record, CONTRADICTION, &what)
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
        record.moved(context.now);
        if record.state == OperationState::Completed {
            add_to_supply(tx, context, record)?;
        }
    }
    Ok(())
}

/// What was minted or burned counts from here on (stablecoins 8).
fn add_to_supply(tx: &mut Tx<'_>, context: &Context, record: &OperationRecord) -> Result<(), ApiError> {
    let mut coin = rows::lock(tx, context.platform, record.stablecoin)?.ok_or(Error::Missing)?;
    match record.operation_type {
        StablecoinOperationType::Mint => coin.minted = coin.minted.plus(record.terms.amount),
        StablecoinOperationType::Burn => coin.burned = coin.burned.plus(record.terms.amount),
    }
    Ok(rows::update(tx, context.platform, &coin)?)
}

/// Brings an operation to an operator that does not come to an end.
pub(super) fn check_patience(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &OperationRecord,
) -> Result<(), ApiError> {
    let longest = match record.state {
        OperationState::Created => UNCONFIRMED_MAX,
        OperationState::PendingFunding
        | OperationState::PendingProvider
        | OperationState::Processing
        | OperationState::Completed
        | OperationState::Failed(_)
        | OperationState::Expired => UNENDED_MAX,
    };
    let is_open = record.expiry().is_some_and(|expiry| context.now < expiry);
    let waits_for_payer = record.state == OperationState::PendingFunding && is_open;
    // The provider goes on waiting for funds.
    let is_left_open = record.state == OperationState::Expired && record.progress.asked >= LEFT_OPEN;
    if waits_for_payer || (!is_left_open && context.now < record.since().plus(longest)) {
        return Ok(());
    }
    let what = match record.state {
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
    call_operator(tx, context, record, UNRESOLVED, what)
}

/// Whether an operation that an alert is about has come to its end after all.
///
/// # Errors
/// Those of the database.
pub(crate) fn is_settled(tx: &mut Tx<'_>, platform: PlatformId, alert: &AlertRecord) -> Result<bool, Error> {
    let operation: Option<StablecoinOperationId> = alert.subject.parse().ok();
    let Some(operation) = operation.filter(|_| alert.kind == UNRESOLVED) else {
        return Ok(false);
    };
    let record = rows::find_operation(tx, platform, operation)?;
    Ok(record.is_none_or(|record| record.state.is_final() && !record.progress.is_cancelling))
}

pub(super) fn call_operator(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &OperationRecord,
    kind: &str,
    what: &str,
) -> Result<(), ApiError> {
    let detail = json!({
        "stablecoin": record.stablecoin,
        "operation_type": record.operation_type,
        "status": record.state.status(),
        "what": what,
    });
    let subject = record.id.to_string();
    Ok(alerts::raise(tx, Some(context.platform), context.id(), kind, &subject, &detail)?)
}

/// When the provider is asked about an operation next; none when nothing can come any more.
pub(super) fn next_question(record: &OperationRecord, ask: AskAgain, now: Time) -> Option<Time> {
    if record.state.is_final() && !record.progress.is_cancelling {
        return None;
    }
    let asked = match ask {
        AskAgain::Never => None,
        AskAgain::At(at) => Some(at),
        AskAgain::Unsaid => Some(now.plus(poll_after(record.progress.asked))),
    };
    let expiry = record.expiry().filter(|_| record.state == OperationState::PendingFunding);
    asked.into_iter().chain(expiry).min().or_else(|| Some(now.plus(poll_after(u32::MAX))))
}

/// Has the provider asked at another time than was planned.
pub(super) fn replan(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut OperationRecord,
    ask: AskAgain,
) -> Result<(), ApiError> {
    jobs::withdraw(tx, context, record.progress.job)?;
    if let Some(at) = next_question(record, ask, context.now) {
        record.progress.job = context.id();
        plan(tx, context, record, at)?;
    }
    Ok(())
}

/// Plans the work of an operation under the id that it names.
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

/// A provider's word as it may be shown: short, lower case, and nothing but letters.
fn sanitized(status: &str) -> String {
    let plain = status.chars().filter(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'));
    plain.take(STATUS_MAX).map(|letter| letter.to_ascii_lowercase()).collect()
}
