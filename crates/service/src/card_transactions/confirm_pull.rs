//! The job that confirms a pull (cards 8.4): the wallet's key signs it. The pull waits until it is signed; a
//! missing signature never declines it.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::card_transactions::DebitInput;
use causeway_domain::ids::CardTransactionId;
use causeway_store::card_transactions as rows;
use causeway_store::{Error, Tx};

use super::books;
use super::locked::{LockedTransaction, is_pending};
use super::signature::{self, PullSignature, Signer};
use crate::ports::wallet_keys::PullSignatureRequest;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// The pause before an unreachable key service is asked again.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// Confirms a pull, or undoes it if the confirmation says so.
pub(crate) async fn run(
    job: &ClaimedJob,
    transaction: CardTransactionId,
    number: u32,
) -> Result<(), ApiError> {
    let next = match next_action(job, transaction, number).await? {
        // The revocation may be newer than the rows that were read: a second look shows the key's present row.
        NextAction::Revoked => next_action(job, transaction, number).await?,
        next => next,
    };
    let signed = match next {
        NextAction::Nothing => return job.conclude(&[], |_, _| Ok(Next::Done)).await,
        NextAction::Undo | NextAction::Revoked => Err(NotConfirmed),
        NextAction::Unsigned => Ok(None),
        NextAction::Sign(order) => match signature::sign(&job.app, *order).await {
            Ok(signed) => Ok(Some(signed)),
            Err(error) => {
                tracing::warn!(%error, %transaction, "failed to sign a card pull; retrying");
                let again = |_: &mut Tx<'_>, context: &Context| {
                    Ok(Next::Again { at: context.now.plus(POLL_INTERVAL) })
                };
                return job.conclude(&[], again).await;
            }
        },
    };
    job.conclude(&[], move |tx, context| conclude(tx, context, transaction, number, signed.clone())).await
}

/// Applies the confirmation of a pull without a signature, or its failure.
pub fn conclude_pull(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: CardTransactionId,
    number: u32,
    is_good: bool,
) -> Result<(), ApiError> {
    let signed = if is_good { Ok(None) } else { Err(NotConfirmed) };
    conclude(tx, context, transaction, number, signed).map(drop)
}

/// The confirmation rejected the pull.
#[derive(Debug, Clone, Copy)]
struct NotConfirmed;

/// The next step for a pull.
enum NextAction {
    /// None: it is confirmed, or has failed.
    Nothing,
    /// The pull was rejected.
    Undo,
    /// The row of the key claims that it is active, and it was revoked.
    Revoked,
    /// Confirmed without a signature: its source is no wallet, or the key was revoked in the meantime. An
    /// approved pull stays approved (cards 5).
    Unsigned,
    Sign(Box<PullSignatureRequest>),
}

async fn next_action(
    job: &ClaimedJob,
    transaction: CardTransactionId,
    number: u32,
) -> Result<NextAction, ApiError> {
    let app = Arc::clone(&job.app);
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        prepare(tx, &context, transaction, number)
    };
    job.app.store.read(read).await
}

fn prepare(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: CardTransactionId,
    number: u32,
) -> Result<NextAction, ApiError> {
    let record = rows::find(tx, context.platform, transaction)?.ok_or(Error::Missing)?;
    let found = rows::lock_pull(tx, context.platform, transaction, number)?.ok_or(Error::Missing)?;
    if !is_pending(found.pull.status) {
        return Ok(NextAction::Nothing);
    }
    let scenarios = &context.app.ports.of(context.environment).card_scenarios;
    let succeeds = match number {
        1 => scenarios.first_pull(&record.merchant.descriptor).succeeds,
        _ => scenarios.later_pull(transaction).is_some_and(|confirmation| confirmation.succeeds),
    };
    if !succeeds {
        return Ok(NextAction::Undo);
    }
    Ok(match signature::order(tx, context, &record, &found.pull)? {
        Signer::Absent => NextAction::Unsigned,
        Signer::Revoked => NextAction::Revoked,
        Signer::Key(order) => NextAction::Sign(order),
    })
}

fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: CardTransactionId,
    number: u32,
    signed: Result<Option<PullSignature>, NotConfirmed>,
) -> Result<Next, ApiError> {
    let mut locked = LockedTransaction::find(tx, context, transaction)?.ok_or(Error::Missing)?;
    let Some(pull) = locked.pulls.iter_mut().find(|record| record.pull.number == number) else {
        return Ok(Next::Done);
    };
    if !is_pending(pull.pull.status) {
        return Ok(Next::Done);
    }
    let input = match signed {
        Ok(signed) => {
            pull.signed = signed.map(|signed| (signed.key, signed.signature));
            DebitInput::PullConfirmed(number)
        }
        Err(NotConfirmed) => DebitInput::PullFailed(number),
    };
    let funds = locked.funds(tx, context, false)?;
    let before = locked.record.status;
    let step = locked.debit().apply(input, funds).map_err(ApiError::internal)?;
    locked.apply_debit(tx, context, &step.after)?;
    locked.record.last_event_at = Some(context.now);
    locked.move_money(tx, context, &step.movements, None).map_err(super::errors::of)?;
    // A confirmation that leaves the status unchanged emits no event (cards 11).
    match input {
        DebitInput::PullConfirmed(_) => books::write(tx, context, &mut locked.record)?,
        _ => {
            tracing::info!(%transaction, %before, "card pull rejected");
            locked.conclude(tx, context)?;
        }
    }
    Ok(Next::Done)
}
