//! Events: written in the transaction of the change they report, delivered afterwards (conventions 11).

use std::fmt::Display;

use causeway_domain::ids::WebhookId;
use causeway_store::Tx;
use causeway_store::outbox::{self, NewEvent};
use causeway_wire::webhooks::{Event, EventType};
use serde::Serialize;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::instant;

/// Records an event about `resource`. The body's bytes are fixed here; every delivery attempt sends exactly
/// these. `data` is the resource as its `GET` would show it now.
///
/// # Errors
/// `INTERNAL_ERROR` if the data cannot be written as JSON.
pub fn emit(
    tx: &mut Tx<'_>,
    context: &Context,
    event_type: EventType,
    resource: &impl Display,
    data: &impl Serialize,
) -> Result<(), ApiError> {
    write(tx, context, event_type, resource, data, false).map(drop)
}

/// Records an event that asks for a decision and returns its id. Unlike other events it is sent at most once.
///
/// # Errors
/// The same as [`emit`].
pub fn emit_once(
    tx: &mut Tx<'_>,
    context: &Context,
    event_type: EventType,
    resource: &impl Display,
    data: &impl Serialize,
) -> Result<WebhookId, ApiError> {
    write(tx, context, event_type, resource, data, true)
}

fn write(
    tx: &mut Tx<'_>,
    context: &Context,
    event_type: EventType,
    resource: &impl Display,
    data: &impl Serialize,
    is_sent_once: bool,
) -> Result<WebhookId, ApiError> {
    let id: WebhookId = context.id();
    let event = Event { id, event_type, timestamp: instant(context.now), data };
    let body = serde_json::to_vec(&event).map_err(ApiError::internal)?;
    let new = NewEvent {
        id,
        event_type: event_type.as_str(),
        resource: &resource.to_string(),
        body: &body,
        created_at: context.now,
        is_deliverable: context.has_endpoint,
        is_sent_once,
    };
    outbox::insert(tx, context.platform, &new)?;
    Ok(id)
}
