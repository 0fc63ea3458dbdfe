//! The job that has a pull confirmed (cards 8.4): the key of the wallet signs for it. Without its signature the pull waits;
//! nothing is declined for that.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::card_transactions::DebitInput;
use causeway_domain::ids::CardTransactionId;
use causeway_store::card_transactions as rows;
use causeway_store::{Error, Tx};

use super::books;
use super::locked::{Locked, is_pending};
use super::signature::{self, Signed, Signer};
use crate::ports::wallet_keys::SignPull;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{Claimed, Next};

/// How long after a keeper that could not be reached it is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(5);

/// Confirms a pull, or undoes it where that is what the confirmation says.
///
/// # Errors
/// Those of the database.
pub(crate) async fn run(job: &Claimed, transaction: CardTransactionId, number: u32) -> Result<(), ApiError> {
    let (app, platform) = (Arc::clone(&job.app), job.platform);
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        prepare(tx, &context, transaction, number)
    };
    let signed = match job.app.store.read(read).await? {
        NextAction::Nothing => return job.conclude(&[], |_, _| Ok(Next::Done)).await,
        NextAction::Undo => Err(NotConfirmed),
        NextAction::Unsigned => Ok(None),
        NextAction::Sign(order) => match signature::sign(&job.app, *order).await {
            Ok(signed) => Ok(Some(signed)),
            Err(error) => {
                tracing::warn!(%error, %transaction, "a pull could not be signed; it is tried again");
                let again =
                    |_: &mut Tx<'_>, context: &Context| Ok(Next::Again { at: context.now.plus(ASK_AGAIN) });
                return job.conclude(&[], again).await;
            }
        },
    };
    job.conclude(&[], move |tx, context| conclude(tx, context, transaction, number, signed.clone())).await
}

/// Takes in what has become of a pull: confirmed by nobody's signature, or not good.
///
/// # Errors
/// Those of the database.
pub fn concluded(
    tx: &mut Tx<'_>,
    context: &Context,
    (transaction, number): (CardTransactionId, u32),
    is_good: bool,
) -> Result<(), ApiError> {
    let signed = if is_good { Ok(None) } else { Err(NotConfirmed) };
    conclude(tx, context, transaction, number, signed).map(drop)
}

/// The confirmation says that the pull is not good.
#[derive(Debug, Clone, Copy)]
struct NotConfirmed;

/// What is to be done about a pull.
enum NextAction {
    /// Nothing: it is confirmed, or has failed.
    Nothing,
    /// It is not good, or its key was revoked for good and stands there again.
    Undo,
    /// Nobody signs for it: its source is no wallet, or the key is revoked since. What was approved stays (cards 5).
    Unsigned,
    /// Its key signs for it.
    Sign(Box<SignPull>),
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
        Signer::Nobody => NextAction::Unsigned,
        Signer::Revoked => NextAction::Undo,
        Signer::Key(order) => NextAction::Sign(order),
    })
}

fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: CardTransactionId,
    number: u32,
    signed: Result<Option<Signed>, NotConfirmed>,
) -> Result<Next, ApiError> {
    let mut locked = Locked::find(tx, context, transaction)?.ok_or(Error::Missing)?;
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
    locked.take_debit(tx, context, &step.after)?;
    locked.record.last_event_at = Some(context.now);
    locked.move_money(tx, context, &step.movements, None).map_err(super::errors::of)?;
    // A confirmation that leaves the status is reported to nobody (cards 11).
    match input {
        DebitInput::PullConfirmed(_) => books::write(tx, context, &mut locked.record)?,
        _ => {
            tracing::info!(%transaction, %before, "a pull was not confirmed");
            locked.conclude(tx, context)?;
        }
    }
    Ok(Next::Done)
}
