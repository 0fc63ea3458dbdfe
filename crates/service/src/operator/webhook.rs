//! Events and their delivery (conventions 11).

use causeway_domain::Time;
use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::WebhookId;
use causeway_store::Tx;
use causeway_store::listing::{Order, Page};
use causeway_store::outbox::{self, DeliveryRecord, Filter};
use causeway_store::platforms::PlatformRecord;
use serde::{Deserialize, Serialize};

use super::argument::{limit, option, positional};
use super::{Noun, OperatorError};
use crate::runtime::context::Context;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct List {
    #[serde(default)]
    status: Option<DeliveryStatus>,
    #[serde(default, rename = "type")]
    event_type: Option<String>,
    #[serde(default)]
    resource: Option<String>,
    #[serde(default = "hundred")]
    limit: u32,
}

const fn hundred() -> u32 {
    100
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    webhook: WebhookId,
}

#[derive(Debug, Clone, Serialize)]
struct Shown {
    webhook: WebhookId,
    event_type: String,
    resource: String,
    status: DeliveryStatus,
    attempts: u32,
    due_at: Time,
    last_answer: Option<u16>,
    last_error: Option<String>,
    created_at: Time,
}

pub(super) fn noun() -> Noun {
    let list = [
        option("status", "Only those with this status: UNADDRESSED, DUE, DELIVERED, GIVEN_UP"),
        option("type", "Only those of this type, as OUTGOING_PAYMENT.COMPLETED"),
        option("resource", "Only those about this resource"),
        limit(),
    ];
    Noun::new("webhook", "Events and their delivery")
        .read("list", "Lists events and their delivery, the newest first", &list, list_events)
        .columns(&["webhook", "event_type", "resource", "status", "attempts", "last_answer", "last_error"])
        .change(
            "replay",
            "Sends an event again: the stored bytes under the same id, to the current endpoint",
            &[positional("webhook", "The event's id")],
            replay,
        )
}

fn list_events(tx: &mut Tx<'_>, platform: PlatformRecord, list: &List) -> Result<Vec<Shown>, OperatorError> {
    let filter = Filter {
        status: list.status,
        event_type: list.event_type.as_deref(),
        resource: list.resource.as_deref(),
    };
    let page = Page { after: None, limit: list.limit, order: Order::Descending };
    let mut found = outbox::list(tx, platform.id, &filter, &page)?;
    found.truncate(usize::try_from(list.limit).unwrap_or(usize::MAX));
    Ok(found.into_iter().map(Shown::from).collect())
}

fn replay(tx: &mut Tx<'_>, context: &Context, named: &Named) -> Result<Named, OperatorError> {
    if !context.has_endpoint {
        return Err(OperatorError::refused("the platform has no webhook endpoint")
            .remedy("it sets one with PATCH /config"));
    }
    if outbox::replay(tx, context.platform, named.webhook, context.now)? {
        return Ok(named.clone());
    }
    Err(OperatorError::no_such(named.webhook).remedy("see them: causeway webhook list"))
}

impl From<DeliveryRecord> for Shown {
    fn from(event: DeliveryRecord) -> Self {
        Self {
            webhook: event.id,
            event_type: event.event_type,
            resource: event.resource,
            status: event.status,
            attempts: event.attempts,
            due_at: event.due_at,
            last_answer: event.last_answer,
            last_error: event.last_error,
            created_at: event.created_at,
        }
    }
}
