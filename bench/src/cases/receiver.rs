//! A webhook receiver on loopback that counts events.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use causeway_testing::wait;
use tokio::net::TcpListener;

use crate::error::Result;

/// Time limit for the arrival of events.
pub(super) const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(120);

/// Text of the last webhook of a payment.
pub(super) const LAST_OF_PAYMENT: &str = "\"OUTGOING_PAYMENT.COMPLETED\"";

/// A receiver that counts the events of interest, and accepts all.
pub(super) struct Receiver {
    /// The URL of its endpoint.
    pub(super) url: String,
    arrived: Arc<AtomicU32>,
}

type Counter = (&'static str, Arc<AtomicU32>);

impl Receiver {
    /// Starts a receiver that counts events whose body contains this text.
    pub(super) async fn start(text: &'static str) -> Result<Self> {
        let arrived = Arc::new(AtomicU32::new(0));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/events", listener.local_addr()?);
        let router = Router::new().fallback(receive).with_state((text, Arc::clone(&arrived)));
        tokio::spawn(axum::serve(listener, router).into_future());
        Ok(Self { url, arrived })
    }

    /// Returns the number of counted events.
    pub(super) fn arrived(&self) -> u32 {
        self.arrived.load(Ordering::Relaxed)
    }

    /// Waits until this many events were counted.
    pub(super) async fn wait_until(&self, expected: u32) {
        wait::until("the events have arrived", ARRIVAL_TIMEOUT, || async {
            let count = self.arrived();
            if count >= expected { Ok(()) } else { Err(format!("{count} of {expected}")) }
        })
        .await;
    }
}

async fn receive(State((text, arrived)): State<Counter>, body: Bytes) -> StatusCode {
    if std::str::from_utf8(&body).is_ok_and(|body| body.contains(text)) {
        arrived.fetch_add(1, Ordering::Relaxed);
    }
    StatusCode::OK
}
