//! Webhook events and their delivery (conventions 11).

use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::WebhookId;
use causeway_domain::search::ResourceKind;
use causeway_domain::{RangeStart, Time};
use causeway_store::Tx;
use causeway_store::outbox::{self, DeliveryRecord, Filter};
use causeway_store::platforms::PlatformRecord;

use super::list_page::{BEFORE, LIMIT, ListPage, list_page, page};
use super::webhook_endpoints::endpoints;
use super::webhook_replay::{SINCE, STATUS, TYPE, preview_replay, replay};
use super::webhook_show::show;
use super::{Answer, Argument, Subject, arguments, default_number, noun, option, positional, view};

noun! {
    /// Webhook events and their delivery
    "webhook" {
        /// List events with their delivery status, newest first
        "list": Look => read(list)
            .columns(&[
                "webhook",
                "created_at",
                "event_type",
                "resource",
                "status",
                "attempts",
                "last_answer",
                "last_error",
            ]),
        /// Show an event: the stored bytes, failed attempts with the beginning of each answer, and what comes next
        "show": Look => look(show).unrecorded().with_platform(),
        /// Send an event again, or up to 10 000 chosen by filters: the stored bodies under the same ids, to the
        /// current endpoint
        "replay": Support => act_or_export(preview_replay, replay).with_platform(),
        /// List the endpoints with their last success, what waits for them, and what was given up
        "endpoints": Look => read_deployment(endpoints)
            .on_any_platform()
            .columns(&[
                "platform",
                "endpoint",
                "last_success",
                "waiting",
                "oldest_waiting",
                "given_up",
                "failed_p95_millis",
            ]),
    }
}

impl Subject for WebhookId {
    const ARGUMENT: Argument = positional("Event id").id_of(&[ResourceKind::Webhook]).named("webhook");
}

arguments! {
    struct ListRequest {
        status: Option<DeliveryStatus> = STATUS,
        r#type: Option<String> = TYPE,
        resource: Option<String> = option("Only events about this resource").id_or_text(ResourceKind::ALL),
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = option("Only events created at or before this instant of the platform's clock"),
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
    }
}

view! {
    struct WebhookRow of event: DeliveryRecord {
        webhook: WebhookId = event.id,
        event_type: String = event.event_type,
        resource: String = event.resource,
        status: DeliveryStatus = event.status,
        attempts: u32 = event.attempts,
        due_at: Time = event.due_at,
        last_answer: Option<u16> = event.last_answer,
        last_error: Option<String> = event.last_error,
        created_at: Time = event.created_at,
    }
}

/// Lists events, newest first. The status and the type have no index.
fn list(tx: &mut Tx<'_>, platform: PlatformRecord, list: &ListRequest) -> Answer<ListPage<WebhookRow>> {
    let filter = Filter {
        status: list.status,
        event_type: list.r#type.as_deref(),
        resource: list.resource.as_deref(),
        since: list.since.map(|RangeStart(first)| first),
        until: list.until,
    };
    let page = page(list.limit, list.before.as_deref())?;
    let found = outbox::scan(tx, platform.id, &filter, &page)?;
    Ok(list_page(found, list.limit, DeliveryRecord::position, WebhookRow::from))
}
