//! A mint or burn begins (stablecoins 7.1): it is stored under the key of its request, and only then is the provider instructed.
//! A repeated request goes on with what the first one has stored, under the same id, which is the provider's key.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Revision;
use causeway_domain::ids::{StablecoinId, StablecoinOperationId, StablecoinQuoteId};
use causeway_domain::stablecoins::{OperationState, StablecoinOperationType, operation_created};
use causeway_store::idempotency::{self, Found};
use causeway_store::stablecoins::{
    self as rows, OperationRecord, OperationTerms, Progress, StablecoinRecord,
};
use causeway_store::{Key, Tx};
use causeway_wire::Endpoint;
use causeway_wire::stablecoins::StablecoinOperation;

use super::attempt::{Attempt, count};
use super::{lifecycle, order, settle};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// A job goes on with what its request has left after this long: longer than any request.
pub(super) const LEFT_BEHIND: Duration = Duration::from_secs(30);

/// What is minted or burned.
pub(super) struct Draft {
    pub(super) coin: StablecoinRecord,
    pub(super) operation_type: StablecoinOperationType,
    pub(super) terms: OperationTerms,
    pub(super) quote: Option<StablecoinQuoteId>,
}

/// Where a request begins.
enum Start {
    /// It was answered before.
    Answered(Box<Found>),
    /// The provider has confirmed the operation already.
    Confirmed(StablecoinOperationId),
    /// The provider is instructed.
    Submit(Box<Attempt>),
}

/// Begins what `draft` checks, instructs the provider, and answers with the operation.
///
/// # Errors
/// Those of `draft`; `INVALID_INPUT` when the provider refuses; `SERVICE_UNAVAILABLE` when it gives no answer.
pub(super) async fn begin<E, D>(call: Call<E>, mut draft: D) -> Result<Answer, ApiError>
where
    E: Endpoint<Success = StablecoinOperation>,
    D: FnMut(&mut Tx<'_>, &Context) -> Result<Draft, ApiError> + Send + 'static,
{
    let key = call
        .key()
        .ok_or_else(|| ApiError::field("Idempotency-Key", "is required for this operation"))?
        .clone();
    let (app, caller) = (Arc::clone(&call.app), call.caller.clone());
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        start(tx, &context, &key, &mut draft)
    };
    match call.app.store.write(&[], write).await? {
        Start::Answered(found) => match *found {
            Found::Replay(answer) => Ok(Answer::replayed(answer)),
            Found::Reused => Err(ApiError::idempotency_key_reused()),
        },
        Start::Confirmed(id) => settle::answer(&call, id).await,
        Start::Submit(attempt) => {
            let learned = attempt.submit().await;
            settle::answer_attempt(&call, *attempt, learned).await
        }
    }
}

fn start(
    tx: &mut Tx<'_>,
    context: &Context,
    key: &Key,
    draft: &mut impl FnMut(&mut Tx<'_>, &Context) -> Result<Draft, ApiError>,
) -> Result<Start, ApiError> {
    if let Some(found) = idempotency::find(tx, key)? {
        return Ok(Start::Answered(Box::new(found)));
    }
    if let Some(mut record) = rows::lock_operation_of_key(tx, key)? {
        if record.request_hash != key.request_hash {
            return Err(ApiError::idempotency_key_reused());
        }
        if record.state != OperationState::Created {
            return Ok(Start::Confirmed(record.id));
        }
        return Ok(Start::Submit(Box::new(count(tx, context, &mut record)?)));
    }
    let draft = draft(tx, context)?;
    let record = new(context, key, draft);
    rows::insert_operation(tx, context.platform, &record, key)?;
    lifecycle::plan(tx, context, &record, context.now.plus(LEFT_BEHIND))?;
    let order = order::of(tx, context, &record)?;
    Ok(Start::Submit(Box::new(Attempt { operation: record.id, number: record.submissions, order })))
}

fn new(context: &Context, key: &Key, draft: Draft) -> OperationRecord {
    let Draft { coin, operation_type, terms, quote } = draft;
    let stablecoin: StablecoinId = coin.id;
    OperationRecord {
        id: context.id(),
        stablecoin,
        link: coin.link,
        quote,
        operation_type,
        state: operation_created(),
        terms,
        acceptance: None,
        progress: Progress {
            v: 1,
            failure_reason: None,
            provider_status: None,
            asked: 0,
            is_cancelling: false,
            since: None,
            job: context.id(),
        },
        request_hash: key.request_hash,
        submissions: 1,
        created_at: context.now,
        updated_at: Revision::created(context.now),
    }
}
