//! What follows when the provider was instructed to mint or burn (stablecoins 7.1): accepted, refused, or not clear.

use std::sync::Arc;

use causeway_domain::ids::StablecoinOperationId;
use causeway_domain::stablecoins::{OperationState, StablecoinQuoteEvent, next_quote};
use causeway_store::Tx;
use causeway_store::stablecoins::{self as rows, OperationRecord, StablecoinQuoteRecord};
use causeway_wire::stablecoins::StablecoinOperation;
use causeway_wire::{Endpoint, Reply};

use super::attempt::Attempt;
use super::order::Learned;
use super::{errors, filed, lifecycle, link, render};
use crate::ports::{ProviderError, ProviderTransfer};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::jobs;

/// Answers a request whose operation the provider has confirmed.
pub(super) async fn answer<E>(call: &Call<E>, id: StablecoinOperationId) -> Result<Answer, ApiError>
where
    E: Endpoint<Success = StablecoinOperation>,
{
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        Ok(render::operation(context.environment, &filed::operation(tx, context.platform, id)?))
    };
    Ok(call.write(&[], write).await)
}

/// Answers a request whose operation the provider was sent. Where it is not clear what it has done the operation stays,
/// and its job goes on.
pub(super) async fn answer_attempt<E>(
    call: &Call<E>,
    attempt: Attempt,
    learned: Learned,
) -> Result<Answer, ApiError>
where
    E: Endpoint<Success = StablecoinOperation>,
{
    let refusal = match learned {
        Ok(Some(transfer)) => {
            let write = move |tx: &mut Tx<'_>, context: &Context| {
                let record = accepted(tx, context, attempt.operation, &transfer)?;
                Answer::success(&Reply::<E>::Done(render::operation(context.environment, &record)))
            };
            return Ok(call.write_answer(&[], write).await);
        }
        Ok(None) => errors::provider_rejected(),
        Err(ProviderError::Unclear) => return Err(errors::no_answer()),
        // Nobody has heard of it: the operation goes, and the key is free.
        Err(ProviderError::Unreachable) => {
            let (app, caller) = (Arc::clone(&call.app), call.caller.clone());
            let write = move |tx: &mut Tx<'_>| {
                let context = Context::of(&app, &caller, tx.wall());
                take_away(tx, &context, &attempt).map(drop)
            };
            call.app.store.write(&[], write).await?;
            return Err(errors::no_answer());
        }
        Err(error @ (ProviderError::CredentialsRejected | ProviderError::Revoked)) => {
            let context = call.context();
            link::write_down(&context, attempt.order.link, error).await?;
            link::refusal(error).unwrap_or_else(errors::no_answer)
        }
        Err(ProviderError::Unsupported(fault)) => errors::not_supported(fault),
    };
    let is_for_good = matches!(learned, Ok(None));
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        refused(tx, context, &attempt, is_for_good)?;
        Ok(Answer::refused(&refusal))
    };
    Ok(call.write_answer(&[], write).await)
}

/// The provider carries an operation out.
pub(super) fn accepted(
    tx: &mut Tx<'_>,
    context: &Context,
    id: StablecoinOperationId,
    transfer: &ProviderTransfer,
) -> Result<OperationRecord, ApiError> {
    // Another attempt may have brought a refusal, and taken the operation away: then nothing is certain.
    let (mut record, quote) = filed::lock(tx, context.platform, id)?.ok_or_else(errors::no_answer)?;
    if record.state == OperationState::Created {
        link::observe(tx, context, record.link, Ok(()))?;
        lifecycle::accept(tx, context, &mut record, quote, transfer)?;
        lifecycle::replan(tx, context, &mut record, transfer.ask)?;
        rows::update_operation(tx, context.platform, &record)?;
    } else if lifecycle::is_given_up(&record) {
        lifecycle::confirmed_late(tx, context, &record, transfer)?;
    }
    Ok(record)
}

/// The provider does not carry an operation out.
fn refused(tx: &mut Tx<'_>, context: &Context, attempt: &Attempt, is_for_good: bool) -> Result<(), ApiError> {
    let quote = take_away(tx, context, attempt)?;
    if let Some(mut quote) = quote.filter(|_| is_for_good) {
        let event = StablecoinQuoteEvent::ProviderRefused;
        quote.status = next_quote(quote.status, event).map_err(ApiError::internal)?;
        quote.updated_at.advance(context.now);
        rows::update_quote(tx, context.platform, &quote)?;
    }
    Ok(())
}

/// Takes an operation away that the provider was sent once at most, and has not taken; what it executes.
fn take_away(
    tx: &mut Tx<'_>,
    context: &Context,
    attempt: &Attempt,
) -> Result<Option<StablecoinQuoteRecord>, ApiError> {
    let Some((record, quote)) = filed::lock(tx, context.platform, attempt.operation)? else {
        return Ok(None);
    };
    let is_only = record.submissions == 1 && attempt.number == 1;
    if record.state != OperationState::Created || !is_only {
        // Another attempt may have been heard.
        return Err(errors::no_answer());
    }
    remove(tx, context, &record)?;
    Ok(quote)
}

/// Removes an operation that came to nothing, with its work.
pub(super) fn remove(tx: &mut Tx<'_>, context: &Context, record: &OperationRecord) -> Result<(), ApiError> {
    jobs::withdraw(tx, context, record.progress.job)?;
    Ok(rows::delete_operation(tx, context.platform, record.id)?)
}
