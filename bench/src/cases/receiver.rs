//! A receiver of webhooks on loopback that counts.

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

/// How long events may take that are to come.
pub(super) const ARRIVAL: Duration = Duration::from_secs(120);

/// What a platform is sent last of a payment.
pub(super) const LAST_OF_PAYMENT: &str = "\"OUTGOING_PAYMENT.COMPLETED\"";

/// Counts the events that it is interested in, and answers all.
pub(super) struct Receiver {
    /// Where it listens.
    pub(super) url: String,
    arrived: Arc<AtomicU32>,
}

type Counter = (&'static str, Arc<AtomicU32>);

impl Receiver {
    /// Counts events whose body contains this text.
    pub(super) async fn start(text: &'static str) -> Result<Self> {
        let arrived = Arc::new(AtomicU32::new(0));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/events", listener.local_addr()?);
        let router = Router::new().fallback(receive).with_state((text, Arc::clone(&arrived)));
        tokio::spawn(axum::serve(listener, router).into_future());
        Ok(Self { url, arrived })
    }

    /// How many have arrived.
    pub(super) fn arrived(&self) -> u32 {
        self.arrived.load(Ordering::Relaxed)
    }

    /// Waits until so many have.
    pub(super) async fn until(&self, wanted: u32) {
        wait::until("the events have arrived", ARRIVAL, || async {
            let seen = self.arrived();
            if seen >= wanted { Ok(()) } else { Err(format!("{seen} of {wanted}")) }
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
