//! Outcomes of submitting a mint or burn to the provider (stablecoins 7.1): accepted, refused, or unclear.

use std::sync::Arc;

use causeway_domain::ids::StablecoinOperationId;
use causeway_domain::stablecoins::{OperationState, StablecoinQuoteEvent, next_quote};
use causeway_store::Tx;
use causeway_store::stablecoins::{self as rows, OperationRecord, StablecoinQuoteRecord};
use causeway_wire::stablecoins::StablecoinOperation;
use causeway_wire::{Endpoint, Reply};

use super::attempt::Attempt;
use super::order::TransferAnswer;
use super::{errors, lifecycle, link, lookup, render};
use crate::ports::{ProviderError, ProviderTransfer};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::jobs;

/// Answers a request for an operation that the provider has confirmed.
pub(super) async fn answer<E>(call: &Call<E>, id: StablecoinOperationId) -> Result<Answer, ApiError>
where
    E: Endpoint<Success = StablecoinOperation>,
{
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        Ok(render::operation(context.environment, &lookup::operation(tx, context.platform, id)?))
    };
    Ok(call.write(&[], write).await)
}

/// Answers a request for an operation that was submitted. If the outcome is unclear, the operation stays, and
/// its job continues.
pub(super) async fn answer_attempt<E>(
    call: &Call<E>,
    attempt: Attempt,
    answer: TransferAnswer,
) -> Result<Answer, ApiError>
where
    E: Endpoint<Success = StablecoinOperation>,
{
    let refusal = match answer {
        Ok(Some(transfer)) => {
            let write = move |tx: &mut Tx<'_>, context: &Context| {
                let record = record_acceptance(tx, context, attempt.operation, &transfer)?;
                Answer::success(&Reply::<E>::Done(render::operation(context.environment, &record)))
            };
            return Ok(call.write_answer(&[], write).await);
        }
        Ok(None) => errors::provider_rejected(),
        Err(ProviderError::OutcomeUnknown) => return Err(errors::no_answer()),
        // The provider executed nothing: the operation is removed, and the idempotency key is free.
        Err(ProviderError::NotExecuted) => {
            let app = Arc::clone(&call.app);
            let caller = call.caller.clone();
            let write = move |tx: &mut Tx<'_>| {
                let context = Context::of(&app, &caller, tx.wall());
                remove_unaccepted(tx, &context, &attempt).map(drop)
            };
            call.app.store.write(&[], write).await?;
            return Err(errors::no_answer());
        }
        Err(error @ (ProviderError::CredentialsRejected | ProviderError::Revoked)) => {
            let context = call.context();
            link::record_error(&context, attempt.order.link, error).await?;
            link::refusal(error).unwrap_or_else(errors::no_answer)
        }
        Err(ProviderError::Unsupported(error)) => errors::not_supported(error),
    };
    let is_for_good = matches!(answer, Ok(None));
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        record_refusal(tx, context, &attempt, is_for_good)?;
        Ok(Answer::refused(&refusal))
    };
    Ok(call.write_answer(&[], write).await)
}

/// Records that the provider has accepted an operation.
pub(super) fn record_acceptance(
    tx: &mut Tx<'_>,
    context: &Context,
    id: StablecoinOperationId,
    transfer: &ProviderTransfer,
) -> Result<OperationRecord, ApiError> {
    // Another attempt may have been refused, and have removed the operation: then the outcome is unclear.
    let (mut record, quote) = lookup::lock(tx, context.platform, id)?.ok_or_else(errors::no_answer)?;
    if record.state == OperationState::Created {
        link::observe(tx, context, record.link, Ok(()))?;
        lifecycle::accept(tx, context, &mut record, quote, transfer)?;
        lifecycle::replan(tx, context, &mut record, transfer.ask)?;
        rows::update_operation(tx, context.platform, &record)?;
    } else if lifecycle::is_given_up(&record) {
        lifecycle::alert_late_confirmation(tx, context, &record, transfer)?;
    }
    Ok(record)
}

/// Records that the provider has refused an operation.
fn record_refusal(
    tx: &mut Tx<'_>,
    context: &Context,
    attempt: &Attempt,
    is_for_good: bool,
) -> Result<(), ApiError> {
    let quote = remove_unaccepted(tx, context, attempt)?;
    if let Some(mut quote) = quote.filter(|_| is_for_good) {
        let event = StablecoinQuoteEvent::ProviderRefused;
        quote.status = next_quote(quote.status, event).map_err(ApiError::internal)?;
        quote.updated_at.advance(context.now);
        rows::update_quote(tx, context.platform, &quote)?;
    }
    Ok(())
}

/// Removes an operation that was submitted once at most and not accepted; returns the quote that it executes.
fn remove_unaccepted(
    tx: &mut Tx<'_>,
    context: &Context,
    attempt: &Attempt,
) -> Result<Option<StablecoinQuoteRecord>, ApiError> {
    let Some((record, quote)) = lookup::lock(tx, context.platform, attempt.operation)? else {
        return Ok(None);
    };
    let is_only = record.submissions == 1 && attempt.number == 1;
    if record.state != OperationState::Created || !is_only {
        // Another attempt may have reached the provider.
        return Err(errors::no_answer());
    }
    remove(tx, context, &record)?;
    Ok(quote)
}

/// Deletes an operation without effect, and its job.
pub(super) fn remove(tx: &mut Tx<'_>, context: &Context, record: &OperationRecord) -> Result<(), ApiError> {
    jobs::withdraw(tx, context, record.progress.job)?;
    Ok(rows::delete_operation(tx, context.platform, record.id)?)
}
