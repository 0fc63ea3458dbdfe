//! Webhook events and their delivery (conventions 11).

use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::WebhookId;
use causeway_domain::{RangeStart, Time};
use causeway_store::Tx;
use causeway_store::listing::{Order, Page};
use causeway_store::outbox::{self, DeliveryRecord, Filter, MAX_SEARCHED};
use causeway_store::platforms::PlatformRecord;

use super::webhook_endpoints::endpoints;
use super::webhook_replay::{SINCE, STATUS, TYPE, preview_replay, replay};
use super::webhook_show::show;
use super::{
    Answer, Argument, OperatorError, Subject, arguments, default_number, limit, noun, option, positional,
    view,
};

noun! {
    /// Webhook events and their delivery
    "webhook" {
        /// List events with their delivery status, newest first
        "list": Look => read(list)
            .columns(&["webhook", "event_type", "resource", "status", "attempts", "last_answer", "last_error"]),
        /// Show an event: the stored bytes, failed attempts with the beginning of each answer, and what comes next
        "show": Look => look(show).on_any_platform(),
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
    const ARGUMENT: Argument = positional("Event id").named("webhook");
}

arguments! {
    struct ListRequest {
        status: Option<DeliveryStatus> = STATUS,
        r#type: Option<String> = TYPE,
        resource: Option<String> = option("Only events about this resource"),
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = option("Only events created at or before this instant of the platform's clock"),
        #[serde(default = "default_number::<100>")]
        limit: u32 = limit(),
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

/// Lists events. A filter by status or type looks at the newest 10 000 events of the period only, and fails if
/// more of them might match.
fn list(tx: &mut Tx<'_>, platform: PlatformRecord, list: &ListRequest) -> Answer<Vec<WebhookRow>> {
    let since = list.since.map(|RangeStart(first)| first);
    let has_index = list.resource.is_some() || list.status.is_none() && list.r#type.is_none();
    let cut = if has_index { None } else { outbox::search_start(tx, platform.id, list.until)? };
    let cut = cut.filter(|cut| since.is_none_or(|since| since < *cut));
    let filter = Filter {
        status: list.status,
        event_type: list.r#type.as_deref(),
        resource: list.resource.as_deref(),
        since: cut.or(since),
        until: list.until,
    };
    let page = Page { after: None, limit: list.limit, order: Order::Descending };
    let mut found = outbox::list(tx, platform.id, &filter, &page)?;
    let limit = usize::try_from(list.limit).unwrap_or(usize::MAX);
    if let Some(cut) = cut.filter(|_| found.len() < limit) {
        let message = format!(
            "{} of the newest {MAX_SEARCHED} events match, and there are older ones, which were not searched",
            found.len()
        );
        return Err(OperatorError::refused(message)
            .remedy(format!("see these with --since {cut}, and older ones with --until {cut}")));
    }
    found.truncate(limit);
    Ok(found.into_iter().map(WebhookRow::from).collect())
}
