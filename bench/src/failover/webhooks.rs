//! A webhook receiver that keeps the payments it was notified of.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::error::Result;

/// The event of a payment that has arrived.
const ARRIVED: &str = "INCOMING_PAYMENT.COMPLETED";

/// Ids of the events by the payment that they are about. A repeated delivery has the id of the first.
pub(super) type EventIds = BTreeMap<String, BTreeSet<String>>;

/// A receiver on loopback that accepts everything.
pub(super) struct Receiver {
    /// The URL of its endpoint.
    pub(super) url: String,
    events: Arc<Mutex<EventIds>>,
}

impl Receiver {
    pub(super) async fn start() -> Result<Self> {
        let events = Arc::default();
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/events", listener.local_addr()?);
        let router = Router::new().fallback(receive).with_state(Arc::clone(&events));
        tokio::spawn(axum::serve(listener, router).into_future());
        Ok(Self { url, events })
    }

    /// Counts the payments it was notified of.
    pub(super) fn payments(&self) -> usize {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns the events so far.
    pub(super) fn events(&self) -> EventIds {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn receive(State(events): State<Arc<Mutex<EventIds>>>, body: Bytes) -> StatusCode {
    let event: Value = serde_json::from_slice(&body).unwrap_or_default();
    if let (Some(ARRIVED), Some(id), Some(payment)) =
        (event["type"].as_str(), event["id"].as_str(), event["data"]["id"].as_str())
    {
        let mut events = events.lock().unwrap_or_else(PoisonError::into_inner);
        events.entry(payment.to_owned()).or_default().insert(id.to_owned());
    }
    StatusCode::OK
}
