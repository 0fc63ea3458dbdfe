//! The work that becomes due on the clock of a platform, in words.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::jobs::{self, JobRecord};
use causeway_store::outbox::{self, DeliveryRecord};
use causeway_store::platforms::PlatformRecord;
use causeway_store::{Effects, Error, EventEffect, JobEffect, Tx};
use serde_json::json;

use super::dry_run::{Forecast, work_in_words};
use super::list_page::check_limit;
use super::{Answer, arguments, default_number, limit, view};

/// Maximum number of jobs, and of events, in a forecast.
const MAX_FORECAST: usize = 1_000;
/// One more than that, to see whether there are more.
const MAX_READ: u32 = 1_001;

arguments! {
    pub(super) struct AgendaRequest {
        #[serde(default = "default_number::<50>")]
        limit: u32 = limit(),
    }
}

view! {
    /// A thing that becomes due.
    pub(super) struct AgendaItem of (due_at, what, resource, id): (Time, String, String, String) {
        /// On the platform's clock.
        due_at: Time = due_at,
        what: String = what,
        resource: String = resource,
        /// The job or the event.
        id: String = id,
    }
}

/// Lists what becomes due, the earliest first.
pub(super) fn agenda(
    tx: &mut Tx<'_>,
    platform: PlatformRecord,
    request: &AgendaRequest,
) -> Answer<Vec<AgendaItem>> {
    check_limit(request.limit)?;
    let jobs = jobs::list_waiting(tx, platform.id, request.limit)?;
    let deliveries = outbox::list_due(tx, platform.id, request.limit)?;
    let mut items: Vec<AgendaItem> = jobs.into_iter().map(of_job).collect();
    items.extend(deliveries.into_iter().map(of_delivery));
    items.sort_by_key(|item| item.due_at);
    items.truncate(usize::try_from(request.limit).unwrap_or(usize::MAX));
    Ok(items)
}

/// Returns the time at which the next thing becomes due; `None` if nothing does.
pub(super) fn next_due(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<Time>, Error> {
    let job = jobs::earliest_due(tx, platform)?;
    let delivery = outbox::next_due(tx, platform)?;
    Ok(job.into_iter().chain(delivery).min())
}

/// Returns the work that becomes due until a clock reaches its target.
pub(super) fn forecast(tx: &mut Tx<'_>, platform: PlatformId, target: Time) -> Answer<Forecast> {
    let mut jobs = jobs::list_waiting(tx, platform, MAX_READ)?;
    let mut deliveries = outbox::list_due(tx, platform, MAX_READ)?;
    jobs.retain(|job| job.due_at <= target);
    deliveries.retain(|event| event.due_at <= target);
    let moved =
        format!("move the clock to {target}, and do what becomes due on the way and what follows from it");
    let mut further = vec![moved];
    for (noun, count) in [("jobs", jobs.len()), ("events", deliveries.len())] {
        if count > MAX_FORECAST {
            further.push(format!("do more than is listed: these are the first {MAX_FORECAST} {noun} only"));
        }
    }
    jobs.truncate(MAX_FORECAST);
    deliveries.truncate(MAX_FORECAST);
    let effects = Effects {
        jobs: jobs
            .into_iter()
            .map(|JobRecord { kind, resource, due_at, payload, .. }| JobEffect {
                kind,
                resource,
                due_at,
                payload,
            })
            .collect(),
        events: deliveries
            .into_iter()
            .map(|DeliveryRecord { event_type, resource, .. }| EventEffect { event_type, resource })
            .collect(),
        ..Effects::default()
    };
    let result = json!({ "platform": platform, "target": target });
    Ok(Forecast::of(further).with_effects(effects).with_result(result))
}

fn of_job(job: JobRecord) -> AgendaItem {
    let what = work_in_words(&job.kind, &job.payload);
    AgendaItem::from((job.due_at, what, job.resource, job.id.to_string()))
}

fn of_delivery(event: DeliveryRecord) -> AgendaItem {
    let what = format!("deliver {}", event.event_type);
    AgendaItem::from((event.due_at, what, event.resource, event.id.to_string()))
}
