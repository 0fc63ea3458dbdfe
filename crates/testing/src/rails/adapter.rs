//! The adapter as a test sees it.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::Deref;

use causeway_domain::{Clock, Ids};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::local::LocalAdapter;
use super::pace::OrderPace;
use super::server::accept;
use crate::http::Client;

/// An adapter on loopback; it stops when dropped.
pub struct FakeAdapter {
    address: SocketAddr,
    local: LocalAdapter,
    accepting: JoinHandle<()>,
}

impl FakeAdapter {
    /// Starts an adapter, which refuses every request until it is attached.
    ///
    /// # Panics
    /// If no port is available.
    pub async fn start() -> Self {
        Self::start_on(Clock::system()).await
    }

    /// Starts an adapter that signs by this clock, and serves deployments that are not in development mode.
    ///
    /// # Panics
    /// If no port is available.
    pub async fn start_live(clock: Clock) -> Self {
        let adapter = Self::start_on(clock).await;
        adapter.local.state().book().is_live = true;
        adapter
    }

    async fn start_on(clock: Clock) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.unwrap_or_else(|cause| panic!("no port for an adapter: {cause}"));
        let address =
            listener.local_addr().unwrap_or_else(|cause| panic!("an adapter without address: {cause}"));
        let local = LocalAdapter::new(clock, Ids::system(), OrderPace::ByQuestions);
        let accepting = tokio::spawn(accept(listener, local.state()));
        Self { address, local, accepting }
    }

    /// Returns the base URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Pushes a body to a service, signed for this rail, and returns the status of the answer.
    ///
    /// # Panics
    /// If the adapter is not attached, or the path is none.
    pub async fn push(&self, origin: &str, path: &str, body: &Value) -> u16 {
        let body = body.to_string();
        let headers = self.local.push_headers(path, &body);
        let mut sent = Client::new(origin).post(path).raw("application/json", body);
        for (name, value) in &headers {
            sent = sent.header(name, value);
        }
        sent.send().await.status
    }
}

impl Deref for FakeAdapter {
    type Target = LocalAdapter;

    fn deref(&self) -> &LocalAdapter {
        &self.local
    }
}

impl fmt::Debug for FakeAdapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FakeAdapter").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Drop for FakeAdapter {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}
