//! One event: its stored bytes, its failed attempts, and the signature of its receiver (conventions 11).

use causeway_domain::Time;
use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::{PlatformId, WebhookId};
use causeway_store::Tx;
use causeway_store::listing::{Order, Page};
use causeway_store::outbox::{self, DeliveryRecord, FailedAttempt, Filter};
use causeway_store::platforms::PlatformRecord;
use serde::Serialize;

use super::resource::{FoundResource, find_resource};
use super::viewer::{PersonalData, Viewer, endpoint_of};
use super::{Answer, Call, OperatorError, Subject, arguments, option};
use crate::runtime::settings::{Settings, WEBHOOK_SIGNATURE_JSON};
use crate::webhooks::key_set;
use crate::webhooks::signature_check::{SignatureCase, SignatureFinding, SignedEvent, hex_sha256};

/// The newest events of the platform whose signature a header may be.
const OTHER_EVENTS: u32 = 200;

arguments! {
    pub(super) struct ShowRequest {
        webhook: WebhookId = WebhookId::ARGUMENT,
        signature: Option<String> =
            option("The header X-Svc-Signature that the receiver got: names the usual mistake that fits"),
        body_sha256: Option<String> =
            option("SHA-256, in hexadecimal digits, of the body that the receiver has verified, for --signature"),
    }
}

/// An event with the state of its delivery.
#[derive(Serialize)]
pub(super) struct EventView {
    webhook: WebhookId,
    platform: PlatformId,
    event_type: String,
    resource: String,
    /// The platform's present endpoint: whole for those with the permission to support, its origin for others.
    endpoint: Option<String>,
    status: DeliveryStatus,
    meaning: &'static str,
    created_at: Time,
    attempts: u32,
    /// On the platform's clock; `None` if no attempt is to come.
    next_attempt: Option<Time>,
    last_answer: Option<u16>,
    last_error: Option<String>,
    body_sha256: String,
    /// The bytes that every attempt sends; masked for viewers who may not see persons.
    body: String,
    /// The first two failed attempts and the last eight.
    failed_attempts: Vec<AttemptRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<SignatureFinding>,
    /// The next commands, complete.
    commands: Vec<String>,
}

/// A failed attempt.
#[derive(Serialize)]
struct AttemptRow {
    attempt: u32,
    at: Time,
    duration_millis: i64,
    answer: Option<u16>,
    error: String,
    /// The beginning of the answer; masked for viewers who may not see persons.
    response: Option<String>,
}

/// An event as it is stored.
struct StoredEvent {
    event: DeliveryRecord,
    /// As the caller may see it.
    endpoint: Option<String>,
    failed: Vec<FailedAttempt>,
    personal: PersonalData,
    /// `None` if no signature is to be explained.
    case: Option<SignatureCase>,
}

/// Shows an event.
pub(super) async fn show(call: Call, request: ShowRequest) -> Answer<EventView> {
    let ShowRequest { webhook, signature, body_sha256 } = request;
    if signature.is_none() && body_sha256.is_some() {
        return Err(OperatorError::invalid("--body-sha256 needs --signature"));
    }
    let read = move |tx: &mut Tx<'_>, call: &Call| {
        let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| outbox::find(tx, platform.id, webhook);
        let FoundResource { viewer, resource: event } = find_resource(tx, call, webhook, find)?;
        let Viewer { platform, personal } = viewer;
        let endpoint = endpoint_of(call, &platform);
        let failed = outbox::attempts(tx, &event)?;
        let Some(header) = signature.clone() else {
            return Ok(StoredEvent { event, endpoint, failed, personal, case: None });
        };
        let settings = Settings::of_platform(tx, &call.app, platform.id, platform.environment)?;
        let case = SignatureCase {
            header,
            event: signed(&event),
            as_json: settings.get(&WEBHOOK_SIGNATURE_JSON).map_err(OperatorError::defect)?,
            received_sha256: body_sha256.clone(),
            keys: key_set::for_diagnosis(tx, platform.id)?,
            others: newest(tx, platform.id, webhook)?,
        };
        Ok::<_, OperatorError>(StoredEvent { event, endpoint, failed, personal, case: Some(case) })
    };
    let mut stored = call.read(read).await?;
    // Outside of the transaction: hundreds of signatures take some time.
    let signature = stored.case.take().map(|case| case.diagnose());
    Ok(view_of(stored, signature))
}

/// Returns the newest events of a platform, apart from one.
fn newest(tx: &mut Tx<'_>, platform: PlatformId, except: WebhookId) -> Answer<Vec<SignedEvent>> {
    let page = Page { after: None, limit: OTHER_EVENTS, order: Order::Descending };
    let found = outbox::list(tx, platform, &Filter::default(), &page)?;
    Ok(found.iter().filter(|event| event.id != except).map(signed).collect())
}

fn signed(event: &DeliveryRecord) -> SignedEvent {
    SignedEvent { id: event.id, body: event.body.clone() }
}

fn view_of(stored: StoredEvent, signature: Option<SignatureFinding>) -> EventView {
    let StoredEvent { event, endpoint, failed, personal, .. } = stored;
    let is_due = event.status == DeliveryStatus::Due;
    let replay = format!("causeway webhook replay {}", event.id);
    EventView {
        webhook: event.id,
        platform: event.platform,
        endpoint,
        status: event.status,
        meaning: event.status.meaning(),
        created_at: event.created_at,
        attempts: event.attempts,
        next_attempt: is_due.then_some(event.due_at),
        last_answer: event.last_answer,
        last_error: event.last_error,
        body_sha256: hex_sha256(&event.body),
        body: personal.show(&String::from_utf8_lossy(&event.body)),
        event_type: event.event_type,
        resource: event.resource,
        failed_attempts: failed.into_iter().map(|attempt| attempt_row(attempt, personal)).collect(),
        signature,
        commands: vec![replay],
    }
}

fn attempt_row(failed: FailedAttempt, personal: PersonalData) -> AttemptRow {
    AttemptRow {
        attempt: failed.number,
        at: failed.at,
        duration_millis: failed.duration_millis,
        answer: failed.answer,
        error: failed.error,
        response: personal
            .show_any(failed.response.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())),
    }
}
