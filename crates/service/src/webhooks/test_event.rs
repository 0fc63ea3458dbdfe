//! The `TEST` event that is sent while its caller waits (conventions 11.7).

use causeway_domain::ids::WebhookId;
use causeway_wire::webhooks::{Event, EventType, TestData};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::instant;

/// Builds a `TEST` event and its bytes.
pub(super) fn compose(context: &Context) -> Result<(WebhookId, Vec<u8>), ApiError> {
    let id: WebhookId = context.id();
    let event = Event { id, event_type: EventType::Test, timestamp: instant(context.now), data: TestData {} };
    Ok((id, serde_json::to_vec(&event).map_err(ApiError::internal)?))
}
