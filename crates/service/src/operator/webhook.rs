//! Webhook events and their delivery (conventions 11).

use causeway_domain::Time;
use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::WebhookId;
use causeway_store::Tx;
use causeway_store::listing::{Order, Page};
use causeway_store::outbox::{self, DeliveryRecord, Filter};
use causeway_store::platforms::PlatformRecord;

use super::{
    Answer, Argument, IdArgument, OperatorError, Subject, arguments, default_number, limit, noun, option,
    positional, view,
};
use crate::runtime::context::Context;

noun! {
    /// Webhook events and their delivery
    "webhook" {
        /// List events with their delivery status, newest first
        "list" => read(list)
            .columns(&["webhook", "event_type", "resource", "status", "attempts", "last_answer", "last_error"]),
        /// Send an event again: the stored body under the same id, to the current endpoint
        "replay" => change_one(replay, IdArgument),
    }
}

impl Subject for WebhookId {
    const ARGUMENT: Argument = positional("Event id").named("webhook");
}

arguments! {
    struct ListRequest {
        status: Option<DeliveryStatus> =
            option("Only events with this status: UNADDRESSED, DUE, DELIVERED, GIVEN_UP"),
        r#type: Option<String> = option("Only events of this type, such as OUTGOING_PAYMENT.COMPLETED"),
        resource: Option<String> = option("Only events about this resource"),
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

fn list(tx: &mut Tx<'_>, platform: PlatformRecord, list: &ListRequest) -> Answer<Vec<WebhookRow>> {
    let filter = Filter {
        status: list.status,
        event_type: list.r#type.as_deref(),
        resource: list.resource.as_deref(),
    };
    let page = Page { after: None, limit: list.limit, order: Order::Descending };
    let mut found = outbox::list(tx, platform.id, &filter, &page)?;
    found.truncate(usize::try_from(list.limit).unwrap_or(usize::MAX));
    Ok(found.into_iter().map(WebhookRow::from).collect())
}

fn replay(tx: &mut Tx<'_>, context: &Context, event: WebhookId) -> Answer<WebhookId> {
    if !context.has_endpoint {
        return Err(OperatorError::refused("the platform has no webhook endpoint")
            .remedy("it sets one with PATCH /config"));
    }
    if outbox::replay(tx, context.platform, event, context.now)? {
        return Ok(event);
    }
    Err(OperatorError::no_such(event).remedy("see them: causeway webhook list"))
}
