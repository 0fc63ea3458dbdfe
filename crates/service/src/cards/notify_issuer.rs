//! The job that reports to the issuer where a card stands (cards 14, set state). The service's own state decides already.

use causeway_domain::ids::CardId;
use causeway_store::cards as rows;
use causeway_store::{Error, Tx};

use super::provision;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{Claimed, Next};

/// Reports to the issuer what the card is by now, as often as it takes.
///
/// # Errors
/// Those of the database.
pub(crate) async fn run(job: &Claimed, card: CardId) -> Result<(), ApiError> {
    let (app, platform) = (job.app.clone(), job.platform);
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        let card = rows::find(tx, platform, card)?.ok_or(Error::Missing)?;
        Ok::<_, ApiError>((app.ports.of(context.environment).clone(), card))
    };
    let (world, state) = job.app.store.read(read).await?;
    let answer = world.cards.set_state(&state).await;
    let (id, since) = (job.id(), job.created_at());
    job.conclude(&[], move |tx, context| match answer {
        Ok(()) => Ok(Next::Done),
        Err(_) => provision::unanswered(tx, context, &state, (id, context.now.since(since))),
    })
    .await
}
