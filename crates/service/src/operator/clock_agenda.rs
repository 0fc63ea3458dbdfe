//! The work that becomes due on the clock of a platform, in words.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::jobs::{self, JobRecord};
use causeway_store::outbox::{self, DeliveryRecord};
use causeway_store::platforms::PlatformRecord;
use causeway_store::{Error, Tx};

use super::{Answer, arguments, default_number, limit, view};
use crate::runtime::jobs::Work;

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

fn of_job(job: JobRecord) -> AgendaItem {
    // A newer process may have scheduled work of a kind that this one does not know.
    let what = Work::from_payload(&job.payload).map_or_else(|_| job.kind, |work| work.meaning().to_owned());
    AgendaItem::from((job.due_at, what, job.resource, job.id.to_string()))
}

fn of_delivery(event: DeliveryRecord) -> AgendaItem {
    let what = format!("deliver {}", event.event_type);
    AgendaItem::from((event.due_at, what, event.resource, event.id.to_string()))
}
