//! Events and their delivery (conventions 11).

use causeway_domain::Time;
use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::WebhookId;
use causeway_store::Tx;
use causeway_store::listing::{Order, Page};
use causeway_store::outbox::{self, DeliveryRecord, Filter};
use causeway_store::platforms::PlatformRecord;

use super::{
    Answer, Argument, One, OperatorError, Subject, arguments, limit, noun, option, or, positional, shown,
};
use crate::runtime::context::Context;

noun! {
    /// Events and their delivery
    "webhook" {
        /// Lists events and their delivery, the newest first
        "list" => read(list)
            .columns(&["webhook", "event_type", "resource", "status", "attempts", "last_answer", "last_error"]),
        /// Sends an event again: the stored bytes under the same id, to the current endpoint
        "replay" => change_one(replay, One),
    }
}

impl Subject for WebhookId {
    const ARGUMENT: Argument = positional("The event's id").named("webhook");
}

arguments! {
    struct List {
        status: Option<DeliveryStatus> =
            option("Only those with this status: UNADDRESSED, DUE, DELIVERED, GIVEN_UP"),
        r#type: Option<String> = option("Only those of this type, as OUTGOING_PAYMENT.COMPLETED"),
        resource: Option<String> = option("Only those about this resource"),
        #[serde(default = "or::<100>")]
        limit: u32 = limit(),
    }
}

shown! {
    struct Shown of event: DeliveryRecord {
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

fn list(tx: &mut Tx<'_>, platform: PlatformRecord, list: &List) -> Answer<Vec<Shown>> {
    let filter = Filter {
        status: list.status,
        event_type: list.r#type.as_deref(),
        resource: list.resource.as_deref(),
    };
    let page = Page { after: None, limit: list.limit, order: Order::Descending };
    let mut found = outbox::list(tx, platform.id, &filter, &page)?;
    found.truncate(usize::try_from(list.limit).unwrap_or(usize::MAX));
    Ok(found.into_iter().map(Shown::from).collect())
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
