//! Start of a mint or burn (stablecoins 7.1): it is stored under the idempotency key of its request, and only
//! then submitted to the provider. A repeated request continues with the stored operation under the same id,
//! which is the provider's idempotency key.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Revision;
use causeway_domain::ids::{StablecoinId, StablecoinOperationId, StablecoinQuoteId};
use causeway_domain::stablecoins::{OperationState, StablecoinOperationType, operation_created};
use causeway_store::idempotency::{self, KeyUse};
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

/// The delay after which a job continues an operation that its request has left: longer than any request.
pub(super) const CONTINUE_DELAY: Duration = Duration::from_secs(30);

/// A checked mint or burn.
pub(super) struct Draft {
    pub(super) stablecoin: StablecoinRecord,
    pub(super) operation_type: StablecoinOperationType,
    pub(super) terms: OperationTerms,
    pub(super) quote: Option<StablecoinQuoteId>,
}

/// The state in which a request finds its operation.
enum RequestState {
    /// The request was answered before.
    Answered(Box<KeyUse>),
    /// The provider has already confirmed the operation.
    Confirmed(StablecoinOperationId),
    /// The operation must be submitted.
    Submit(Box<Attempt>),
}

/// Stores the operation checked by `draft`, submits it to the provider, and answers with it.
///
/// # Errors
/// The same as `draft`; `INVALID_INPUT` if the provider refuses; `SERVICE_UNAVAILABLE` if it does not answer.
pub(super) async fn begin<E, D>(call: Call<E>, mut draft: D) -> Result<Answer, ApiError>
where
    E: Endpoint<Success = StablecoinOperation>,
    D: FnMut(&mut Tx<'_>, &Context) -> Result<Draft, ApiError> + Send + 'static,
{
    let key = call
        .key()
        .ok_or_else(|| ApiError::field("Idempotency-Key", "is required for this operation"))?
        .clone();
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        start(tx, &context, &key, &mut draft)
    };
    match call.app.store.write(&[], write).await? {
        RequestState::Answered(found) => match *found {
            KeyUse::Replay(answer) => Ok(Answer::replayed(answer)),
            KeyUse::Reused => Err(ApiError::idempotency_key_reused()),
        },
        RequestState::Confirmed(id) => settle::answer(&call, id).await,
        RequestState::Submit(attempt) => {
            let answer = attempt.submit().await;
            settle::answer_attempt(&call, *attempt, answer).await
        }
    }
}

fn start(
    tx: &mut Tx<'_>,
    context: &Context,
    key: &Key,
    draft: &mut impl FnMut(&mut Tx<'_>, &Context) -> Result<Draft, ApiError>,
) -> Result<RequestState, ApiError> {
    if let Some(found) = idempotency::find(tx, key)? {
        return Ok(RequestState::Answered(Box::new(found)));
    }
    if let Some(mut record) = rows::lock_operation_by_key(tx, key)? {
        if record.request_hash != key.request_hash {
            return Err(ApiError::idempotency_key_reused());
        }
        if record.state != OperationState::Created {
            return Ok(RequestState::Confirmed(record.id));
        }
        return Ok(RequestState::Submit(Box::new(count(tx, context, &mut record)?)));
    }
    let draft = draft(tx, context)?;
    let record = new(context, key, draft);
    rows::insert_operation(tx, context.platform, &record, key)?;
    lifecycle::plan(tx, context, &record, context.now.plus(CONTINUE_DELAY))?;
    let order = order::of(tx, context, &record)?;
    Ok(RequestState::Submit(Box::new(Attempt { operation: record.id, number: record.submissions, order })))
}

fn new(context: &Context, key: &Key, draft: Draft) -> OperationRecord {
    let Draft { stablecoin: stablecoin_record, operation_type, terms, quote } = draft;
    let stablecoin: StablecoinId = stablecoin_record.id;
    OperationRecord {
        id: context.id(),
        stablecoin,
        link: stablecoin_record.link,
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
