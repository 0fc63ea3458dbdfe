//! A client with its base URL and credentials.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http_body_util::Full;
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use super::Response;

pub(super) type Transport = legacy::Client<HttpConnector, Full<Bytes>>;

/// A function that sees every response before the test does, for instance to check it against the served
/// schema.
pub(super) type Observer = Arc<dyn Fn(&Response) + Send + Sync>;

/// A client for one base URL. Clones share connections. It belongs to the runtime in which it was first used.
#[derive(Clone)]
pub struct Client {
    pub(super) base: String,
    pub(super) authorization: Option<String>,
    pub(super) transport: Transport,
    pub(super) observers: Vec<Observer>,
    pub(super) limit: Duration,
}

impl Client {
    /// Creates a client without credentials; `base` is prepended to every path.
    #[must_use]
    pub fn new(base: &str) -> Self {
        Self {
            base: base.trim_end_matches('/').to_owned(),
            authorization: None,
            transport: legacy::Client::builder(TokioExecutor::new()).build(HttpConnector::new()),
            observers: Vec::new(),
            limit: Duration::from_secs(60),
        }
    }

    /// Returns a client with a token's credentials (conventions 3).
    #[must_use]
    pub fn basic(&self, id: &str, secret: &str) -> Self {
        self.authorization(&format!("Basic {}", STANDARD.encode(format!("{id}:{secret}"))))
    }

    /// Returns a client with this `Authorization` header.
    #[must_use]
    pub fn authorization(&self, header: &str) -> Self {
        Self { authorization: Some(header.to_owned()), ..self.clone() }
    }

    /// Returns a client for another base URL, such as another process of the installation.
    #[must_use]
    pub fn at(&self, base: &str) -> Self {
        Self { base: base.trim_end_matches('/').to_owned(), ..self.clone() }
    }

    /// Returns a client with another time limit for a whole exchange; the default is 60 s.
    #[must_use]
    pub fn limited_to(&self, limit: Duration) -> Self {
        Self { limit, ..self.clone() }
    }

    /// Adds a function that sees every response before the test does.
    #[must_use]
    pub fn observed_by(&self, observer: impl Fn(&Response) + Send + Sync + 'static) -> Self {
        let mut observed = self.clone();
        observed.observers.push(Arc::new(observer));
        observed
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("base", &self.base).finish_non_exhaustive()
    }
}
