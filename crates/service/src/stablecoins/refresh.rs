//! The job that polls tokens not yet issued by their provider (stablecoins 3.1).

use causeway_domain::Time;
use causeway_domain::ids::StablecoinId;
use causeway_domain::stablecoins::{
    IssuanceEvent, StablecoinIssuanceStatus as Status, next_issuance, poll_delay,
};
use causeway_store::stablecoins::{self as rows, StablecoinRecord};
use causeway_store::{Error, Tx};

use super::link;
use crate::ports::{ListedToken, NextPoll, ProviderError, TokenAnswer, TokenQuery, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, ClaimedJob, Next, Work};

/// The number of polls from which the interval is at its longest.
const ASKED_OFTEN: u32 = 16;

/// Schedules the poll of a token whose issuance is not final.
pub(super) fn begin(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &StablecoinRecord,
    ask: NextPoll,
) -> Result<(), ApiError> {
    match next_question(record.issuance_status, ask, context.now, 0) {
        Some(at) => {
            jobs::schedule(tx, context, &Work::RefreshStablecoin { stablecoin: record.id }, &record.id, at)
        }
        None => Ok(()),
    }
}

fn next_question(status: Status, ask: NextPoll, now: Time, polls: u32) -> Option<Time> {
    match (status, ask) {
        (Status::Provisioned | Status::Rejected | Status::Failed, _) | (_, NextPoll::Never) => None,
        (Status::PendingReview | Status::Provisioning, NextPoll::At(at)) => Some(at),
        (Status::PendingReview | Status::Provisioning, NextPoll::Unsaid) => Some(now.plus(poll_delay(polls))),
    }
}

/// Polls the issuance status of a token.
pub(crate) async fn run(job: &ClaimedJob, stablecoin: StablecoinId) -> Result<(), ApiError> {
    let (world, query) = prepare(job, stablecoin).await?;
    let answer = world.stablecoins.token(&query).await;
    job.conclude(&[], move |tx, context| conclude(tx, context, stablecoin, &answer)).await
}

async fn prepare(job: &ClaimedJob, stablecoin: StablecoinId) -> Result<(World, TokenQuery), ApiError> {
    let app = job.app.clone();
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        let record = rows::find(tx, platform, stablecoin)?.ok_or(Error::Missing)?;
        let used = rows::find_link(tx, platform, record.link)?.ok_or(Error::Missing)?;
        let query = TokenQuery {
            login: link::decrypt(&app, &used)?,
            account: used.provider_account,
            listed: Some(ListedToken {
                token: record.provider_token.clone(),
                network: record.network,
                network_token: record.network_token.clone(),
                name: record.doc.name,
                symbol: record.doc.symbol,
                base_currency: record.doc.base_currency,
                decimals: record.doc.decimals,
            }),
            token: record.provider_token,
            network: record.network,
            network_token: record.network_token,
            registered_at: Some(record.created_at),
            now: context.now,
        };
        Ok::<_, ApiError>((app.ports.of(context.environment).clone(), query))
    };
    job.app.store.read(read).await
}

fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    stablecoin: StablecoinId,
    answer: &Result<TokenAnswer, ProviderError>,
) -> Result<Next, ApiError> {
    let found = rows::find(tx, context.platform, stablecoin)?.ok_or(Error::Missing)?;
    link::observe(tx, context, found.link, answer.as_ref().map(|_| ()).map_err(|error| *error))?;
    let mut record = rows::lock(tx, context.platform, stablecoin)?.ok_or(Error::Missing)?;
    let (reported, ask) = match answer {
        Ok(TokenAnswer::Found(token)) => (token.status, token.ask),
        Ok(TokenAnswer::Unknown | TokenAnswer::NetworkTokenMismatch) | Err(_) => {
            (record.issuance_status, NextPoll::Unsaid)
        }
    };
    for event in IssuanceEvent::towards(record.issuance_status, reported) {
        record.issuance_status = next_issuance(record.issuance_status, *event).map_err(ApiError::internal)?;
        record.updated_at.advance(context.now);
    }
    rows::update(tx, context.platform, &record)?;
    let next = next_question(record.issuance_status, ask, context.now, ASKED_OFTEN);
    Ok(next.map_or(Next::Done, |at| Next::Again { at }))
}
