//! The job that reports a card's state to the issuer (cards 14, set state). The service's own state already
//! decides.

use causeway_domain::ids::CardId;
use causeway_store::cards as rows;
use causeway_store::{Error, Tx};

use super::provision;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Reports the card's current state to the issuer, and retries until it answers.
pub(crate) async fn run(job: &ClaimedJob, card: CardId) -> Result<(), ApiError> {
    let app = job.app.clone();
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        let card = rows::find(tx, platform, card)?.ok_or(Error::Missing)?;
        Ok::<_, ApiError>((app.ports.of(context.environment).clone(), card))
    };
    let (world, state) = job.app.store.read(read).await?;
    let answer = world.cards.set_state(&state).await;
    let id = job.id();
    let since = job.created_at();
    job.conclude(&[], move |tx, context| match answer {
        Ok(()) => Ok(Next::Done),
        Err(_) => provision::retry_unanswered(tx, context, &state, id, context.now.since(since)),
    })
    .await
}
