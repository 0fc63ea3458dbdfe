//! The platform's webhook receiver on loopback. It rejects webhooks with an invalid signature.

use std::collections::HashSet;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use bytes::Bytes;
use causeway_service::runtime::timers;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;

use super::DemoError;
use super::signature::{BadSignature, HEADER, PublishedKey};

/// Time limit for a webhook after the change that it reports; far longer than any should take.
const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(20);

/// The received webhooks.
#[derive(Debug)]
pub(super) struct Inbox {
    /// Endpoint for the service.
    pub(super) url: String,
    /// Number of webhooks that the demonstration has read.
    pub(super) opened: usize,
    arriving: UnboundedReceiver<Arrival>,
    /// Received before the demonstration waited for them.
    unopened: Vec<Event>,
    serving: JoinHandle<()>,
}

/// A webhook with a valid signature.
#[derive(Debug, Clone)]
pub(super) struct Event {
    /// Event type.
    pub(super) name: String,
    /// The resource at the time of the event.
    pub(super) data: Value,
}

/// A webhook as received, with the result of its verification.
#[derive(Debug)]
struct Arrival {
    event: Event,
    verified: Result<(), BadSignature>,
}

/// The state that the receiver's requests share.
#[derive(Debug)]
struct InboxState {
    key: PublishedKey,
    /// Ids of received events: a webhook may be delivered more than once and counts once.
    received_ids: Mutex<HashSet<String>>,
    arrived: UnboundedSender<Arrival>,
}

impl Inbox {
    /// Opens a receiver on a free port. It rejects webhooks that were not signed with `key`.
    pub(super) async fn open(key: PublishedKey) -> Result<Self, DemoError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(DemoError::System)?;
        let address = listener.local_addr().map_err(DemoError::System)?;
        let (arrived, arriving) = mpsc::unbounded_channel();
        let state = Arc::new(InboxState { key, received_ids: Mutex::default(), arrived });
        let router = Router::new().route("/webhooks", post(receive)).with_state(state);
        // The task ends only when it is aborted.
        let serving = tokio::spawn(async move { drop(axum::serve(listener, router).await) });
        let url = format!("http://{address}/webhooks");
        Ok(Self { url, opened: 0, arriving, unopened: Vec::new(), serving })
    }

    /// Returns the next webhook of this type, and waits for it if necessary.
    pub(super) async fn next(&mut self, name: &str) -> Result<Event, DemoError> {
        let event = timers::within(WEBHOOK_TIMEOUT, self.search(name)).await;
        let event = event.map_err(|_| DemoError::WebhookTimeout { event: name.to_owned() })??;
        self.opened += 1;
        Ok(event)
    }

    /// Closes the receiver: the endpoint does not answer any more.
    pub(super) fn close(&self) {
        self.serving.abort();
    }

    async fn search(&mut self, name: &str) -> Result<Event, DemoError> {
        loop {
            if let Some(at) = self.unopened.iter().position(|event| event.name == name) {
                return Ok(self.unopened.remove(at));
            }
            let arrival = self.arriving.recv().await;
            let arrival = arrival.ok_or_else(|| DemoError::WebhookTimeout { event: name.to_owned() })?;
            self.unopened.push(arrival.trusted()?);
        }
    }

    /// Returns the types of received webhooks that the demonstration did not read.
    pub(super) fn unopened(&mut self) -> Result<Vec<String>, DemoError> {
        while let Ok(arrival) = self.arriving.try_recv() {
            self.unopened.push(arrival.trusted()?);
        }
        Ok(self.unopened.iter().map(|event| event.name.clone()).collect())
    }
}

impl Arrival {
    fn trusted(self) -> Result<Event, DemoError> {
        match self.verified {
            Ok(()) => Ok(self.event),
            Err(error) => Err(DemoError::InvalidSignature { event: self.event.name, error }),
        }
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.close();
    }
}

async fn receive(State(state): State<Arc<InboxState>>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let header = headers.get(HEADER).and_then(|value| value.to_str().ok());
    let verified = state.key.verify(header, &body);
    let mut envelope: Value = serde_json::from_slice(&body).unwrap_or_default();
    let text = |member: &str| envelope[member].as_str().unwrap_or_default().to_owned();
    let id = text("id");
    let name = text("type");
    if verified.is_ok() && !state.received_ids.lock().unwrap_or_else(PoisonError::into_inner).insert(id) {
        return StatusCode::CONFLICT;
    }
    let event = Event { name, data: envelope["data"].take() };
    // The receiver is gone once the demonstration has ended.
    let _ = state.arrived.send(Arrival { event, verified });
    if verified.is_ok() { StatusCode::OK } else { StatusCode::UNAUTHORIZED }
}

#[cfg(test)]
mod tests {
    use causeway_domain::Ids;
    use causeway_service::runtime::keys::WebhookKey;
    use causeway_testing::http::Client;
    use serde_json::json;

    use super::*;

    async fn opened() -> (WebhookKey, Inbox, Client) {
        let key = WebhookKey::generate(&Ids::seeded(1));
        let published = PublishedKey::from_pem(&key.public_pem().unwrap()).unwrap();
        let inbox = Inbox::open(published).await.unwrap();
        let client = Client::new(inbox.url.trim_end_matches("/webhooks"));
        (key, inbox, client)
    }

    async fn send(client: &Client, body: &Value, signature: &str) -> u16 {
        let header = json!({ "v": "1", "s": signature }).to_string();
        client.post("/webhooks").header("X-Svc-Signature", &header).json(body).send().await.status
    }

    fn envelope(id: &str, event: &str) -> Value {
        json!({ "id": id, "type": event, "timestamp": "2025-10-13T00:00:00Z", "data": { "status": "PENDING" } })
    }

    #[tokio::test]
    async fn a_repeated_webhook_is_counted_once_and_found_by_its_type() {
        let (key, mut inbox, client) = opened().await;
        for (id, event, status) in [("1", "A.B", 200), ("2", "C.D", 200), ("1", "A.B", 409)] {
            let body = envelope(id, event);
            assert_eq!(send(&client, &body, &key.sign(body.to_string().as_bytes())).await, status);
        }
        assert_eq!(inbox.next("C.D").await.unwrap().data["status"], "PENDING");
        assert_eq!((inbox.unopened().unwrap(), inbox.opened), (vec!["A.B".to_owned()], 1));
    }

    #[tokio::test]
    async fn a_forged_webhook_is_turned_away_and_ends_the_demonstration() {
        let (key, mut inbox, client) = opened().await;
        let body = envelope("1", "A.B");
        assert_eq!(send(&client, &body, &key.sign(b"another body")).await, 401);
        let error = inbox.next("A.B").await.unwrap_err();
        let is_invalid = matches!(error, DemoError::InvalidSignature { error: BadSignature::Wrong, .. });
        assert!(is_invalid, "{error}");
    }
}
