//! Replays: events that are sent again, one or many (conventions 11.5).

use std::sync::Arc;

use bytes::Bytes;
use causeway_domain::deliveries::{DeliveryStatus, RETRY_LIMIT};
use causeway_domain::ids::{PlatformId, WebhookId};
use causeway_domain::{RangeStart, Time};
use causeway_store::listing::{Order, Page, Position, Scan};
use causeway_store::outbox::{self, DeliveryRecord, Filter};
use causeway_store::{Effects, Error, EventEffect, Tx, platforms};
use futures_util::StreamExt;
use futures_util::stream::try_unfold;
use serde::Serialize;

use super::dry_run::Forecast;
use super::{ActionOutput, Answer, Argument, Call, ExportStream, OperatorError, Subject, arguments, option};
use crate::runtime::app::App;
use crate::runtime::context::Context;

/// Maximum events of one replay by filters.
const MAX_REPLAYED: u64 = 10_000;

/// The words about events past the time during which they are retried.
const ONE_ATTEMPT: &str = "make one attempt only for an event that is older than 7 days";

/// Events per transaction.
const BATCH: u32 = 500;

/// The filter by status.
pub(super) const STATUS: Argument =
    option("Only events with this status: UNADDRESSED, DUE, DELIVERED, GIVEN_UP");
/// The filter by type.
pub(super) const TYPE: Argument = option("Only events of this type, such as OUTGOING_PAYMENT.COMPLETED");
/// The start of a period.
pub(super) const SINCE: Argument = option(
    "Only events created at or after this instant of the platform's clock, such as 2025-10-03T00:00:00Z",
);

arguments! {
    pub(super) struct ReplayRequest {
        webhook: Option<WebhookId> = WebhookId::ARGUMENT.optional(),
        status: Option<DeliveryStatus> = STATUS,
        r#type: Option<String> = TYPE,
        since: Option<RangeStart> = SINCE,
    }
}

impl ReplayRequest {
    const fn has_filter(&self) -> bool {
        self.status.is_some() || self.r#type.is_some() || self.since.is_some()
    }

    fn filter(&self) -> Filter<'_> {
        Filter {
            status: self.status,
            event_type: self.r#type.as_deref(),
            since: self.since.map(|RangeStart(first)| first),
            ..Filter::default()
        }
    }
}

/// An event that is sent again. In the audit trail, the replay is also about its resource.
#[derive(Serialize)]
struct ReplayedEvent {
    webhook: WebhookId,
    resource: String,
}

/// The progress of a replay by filters; the last line is the outcome.
#[derive(Serialize)]
struct ProgressLine {
    /// Events that are due again so far.
    replayed: u64,
    /// The last event of the batch.
    last: Option<WebhookId>,
    last_created_at: Option<Time>,
    is_done: bool,
    /// `true` if further events match, because a replay ends after 10 000.
    is_cut_off: bool,
}

/// The place that a replay has reached.
struct ReplayProgress {
    after: Option<Position>,
    replayed: u64,
}

/// Replays one event, or those that filters choose, oldest first. Events that ask for a decision are sent once
/// only, and filters leave them out.
pub(super) async fn replay(call: Call, request: ReplayRequest) -> Answer<ActionOutput> {
    let has_filter = request.has_filter();
    match request.webhook {
        Some(event) if !has_filter => {
            let done = call.change(move |tx, context| replay_one(tx, context, event)).await?;
            let json = serde_json::to_value(done).map_err(OperatorError::defect)?;
            Ok(ActionOutput::Report { json, exit_code: 0 })
        }
        None if has_filter => Ok(ActionOutput::Export(replay_matching(call, request).await?)),
        _ => Err(ambiguous()),
    }
}

fn ambiguous() -> OperatorError {
    OperatorError::invalid("name one event, or choose events with --status, --type or --since, not both")
}

fn unknown(event: WebhookId, platform: PlatformId) -> OperatorError {
    OperatorError::no_such(event).remedy(format!("see them: causeway webhook list --platform {platform}"))
}

/// Reads the event, or counts those that filters choose.
pub(super) async fn preview_replay(call: Call, request: ReplayRequest) -> Answer<Forecast> {
    let has_filter = request.has_filter();
    match request.webhook {
        Some(event) if !has_filter => call.read(move |tx, call| preview_one(tx, call, event)).await,
        None if has_filter => preview_matching(call, request).await,
        _ => Err(ambiguous()),
    }
}

fn preview_one(tx: &mut Tx<'_>, call: &Call, event: WebhookId) -> Answer<Forecast> {
    let ReplayablePlatform { id: platform, now } = replayable_platform(tx, call)?;
    let found = outbox::find(tx, platform, event)?.ok_or_else(|| unknown(event, platform))?;
    let is_old = is_old(&found, now);
    let event = EventEffect { event_type: found.event_type, resource: found.resource };
    let further = is_old.then(|| ONE_ATTEMPT.to_owned()).into_iter().collect();
    Ok(Forecast::of(further).with_effects(Effects { events: vec![event], ..Effects::default() }))
}

/// Returns `true` if the event is past the time during which it is retried, so that a replay makes one attempt only.
fn is_old(event: &DeliveryRecord, now: Time) -> bool {
    now.since(event.created_at) >= RETRY_LIMIT
}

/// The platform of a replay.
struct ReplayablePlatform {
    id: PlatformId,
    /// On its clock.
    now: Time,
}

/// Finds the platform of a replay that is only previewed, and checks that it has an endpoint.
fn replayable_platform(tx: &mut Tx<'_>, call: &Call) -> Answer<ReplayablePlatform> {
    let platform = call.platform.find(tx)?;
    let context = Context::of_service(&call.app, &platform, tx.wall());
    check_endpoint(&context)?;
    Ok(ReplayablePlatform { id: platform.id, now: context.now })
}

/// Counts the events that a replay by filters would send again, in as many transactions as the replay has batches.
async fn preview_matching(call: Call, request: ReplayRequest) -> Answer<Forecast> {
    let app = Arc::clone(&call.app);
    let ReplayablePlatform { id: platform, now } = call.read(replayable_platform).await?;
    let request = Arc::new(request);
    let mut count: u64 = 0;
    let mut has_old = false;
    let mut after = None;
    loop {
        let page = Page { after, limit: BATCH, order: Order::Ascending };
        let found = search(&app, platform, &request, page).await?;
        let repeatable = found.events.iter().filter(|event| !event.is_sent_once).count();
        has_old |= found.events.iter().any(|event| !event.is_sent_once && is_old(event, now));
        count += u64::try_from(repeatable).unwrap_or(u64::MAX);
        after = found.next;
        if after.is_none() || count >= MAX_REPLAYED {
            let count = count.min(MAX_REPLAYED);
            let events = if count == 1 { "event" } else { "events" };
            let sent = format!("send {count} {events} again, the oldest first");
            return Ok(Forecast::of(
                [sent].into_iter().chain(has_old.then(|| ONE_ATTEMPT.to_owned())).collect(),
            ));
        }
    }
}

/// Events that filters choose.
struct FoundEvents {
    events: Vec<DeliveryRecord>,
    /// The place behind which further events may match; `None` if none does.
    next: Option<Position>,
}

/// Finds the next matching events: the filters are compared with a bounded number of events, so that there may be none
/// on the way to further ones.
async fn search(
    app: &Arc<App>,
    platform: PlatformId,
    request: &Arc<ReplayRequest>,
    page: Page,
) -> Answer<FoundEvents> {
    let wanted = Arc::clone(request);
    let find =
        move |tx: &mut Tx<'_>| Ok::<_, OperatorError>(outbox::scan(tx, platform, &wanted.filter(), &page)?);
    let Scan { rows: mut events, end } = app.store.read(find).await?;
    let size = usize::try_from(page.limit).unwrap_or(usize::MAX);
    let has_more = events.len() > size;
    events.truncate(size);
    let next = if has_more { events.last().map(DeliveryRecord::position) } else { end };
    Ok(FoundEvents { events, next })
}

fn replay_one(tx: &mut Tx<'_>, context: &Context, webhook: WebhookId) -> Answer<ReplayedEvent> {
    check_endpoint(context)?;
    let platform = context.platform;
    if !outbox::replay(tx, platform, webhook, context.now)? {
        return Err(unknown(webhook, platform));
    }
    let event = outbox::find(tx, platform, webhook)?.ok_or(Error::Missing)?;
    Ok(ReplayedEvent { webhook, resource: event.resource })
}

fn check_endpoint(context: &Context) -> Answer<()> {
    if context.has_endpoint {
        return Ok(());
    }
    Err(OperatorError::refused("the platform has no webhook endpoint")
        .remedy("it sets one with PATCH /config"))
}

/// Replays the matching events in batches, and writes a line after each.
async fn replay_matching(call: Call, request: ReplayRequest) -> Answer<ExportStream> {
    let app = Arc::clone(&call.app);
    let begin = |_: &mut Tx<'_>, context: &Context| check_endpoint(context).map(|()| context.platform);
    let platform = call.change(begin).await?;
    let request = Arc::new(request);
    let start = Some(ReplayProgress { after: None, replayed: 0 });
    let lines = try_unfold(start, move |place| {
        let app = Arc::clone(&app);
        let request = Arc::clone(&request);
        async move {
            let Some(place) = place else { return Ok(None) };
            let (line, next) = replay_batch(&app, platform, &request, place).await?;
            let text = serde_json::to_string(&line).map_err(OperatorError::defect)? + "\n";
            Ok(Some((Bytes::from(text), next)))
        }
    });
    Ok(lines.boxed())
}

async fn replay_batch(
    app: &Arc<App>,
    platform: PlatformId,
    request: &Arc<ReplayRequest>,
    place: ReplayProgress,
) -> Answer<(ProgressLine, Option<ReplayProgress>)> {
    let left = MAX_REPLAYED.saturating_sub(place.replayed);
    let limit = u32::try_from(left).map_or(BATCH, |left| left.min(BATCH));
    let page = Page { after: place.after, limit, order: Order::Ascending };
    let FoundEvents { events, next } = search(app, platform, request, page).await?;
    let last = events.last().map(|event| (event.id, event.created_at));
    let change = move |tx: &mut Tx<'_>| {
        let now = platforms::get_clock(tx, platform)?.at(tx.wall());
        let repeatable: Vec<&DeliveryRecord> = events.iter().filter(|event| !event.is_sent_once).collect();
        Ok::<_, OperatorError>(outbox::replay_all(tx, platform, &repeatable, now)?)
    };
    let replayed = place.replayed + app.store.write(&[], change).await?;
    let is_full = replayed >= MAX_REPLAYED;
    let line = ProgressLine {
        replayed,
        last: last.map(|(id, _)| id),
        last_created_at: last.map(|(_, at)| at),
        is_done: next.is_none() || is_full,
        is_cut_off: next.is_some() && is_full,
    };
    let next = next.filter(|_| !is_full).map(|after| ReplayProgress { after: Some(after), replayed });
    Ok((line, next))
}
