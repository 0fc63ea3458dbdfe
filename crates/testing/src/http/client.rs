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

/// Sees every answer before the test does, for instance to hold it against the served schema.
pub(super) type Observer = Arc<dyn Fn(&Response) + Send + Sync>;

/// A client of one base URL. Clones share connections; belongs to the runtime in which it was first used.
#[derive(Clone)]
pub struct Client {
    pub(super) base: String,
    pub(super) authorization: Option<String>,
    pub(super) transport: Transport,
    pub(super) observers: Vec<Observer>,
    pub(super) limit: Duration,
}

impl Client {
    /// A client without credentials; `base` is what stands before every path.
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

    /// The same with the credentials of a token (conventions 3).
    #[must_use]
    pub fn basic(&self, id: &str, secret: &str) -> Self {
        self.authorization(&format!("Basic {}", STANDARD.encode(format!("{id}:{secret}"))))
    }

    /// The same with an `Authorization` header as it is.
    #[must_use]
    pub fn authorization(&self, header: &str) -> Self {
        Self { authorization: Some(header.to_owned()), ..self.clone() }
    }

    /// The same at another base URL: another process of the installation.
    #[must_use]
    pub fn at(&self, base: &str) -> Self {
        Self { base: base.trim_end_matches('/').to_owned(), ..self.clone() }
    }

    /// The same with another limit for a whole exchange; 60 s by default.
    #[must_use]
    pub fn limited_to(&self, limit: Duration) -> Self {
        Self { limit, ..self.clone() }
    }

    /// The same with one more function that sees every answer before the test does.
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
