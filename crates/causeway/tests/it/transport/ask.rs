//! A request of one operation, before it is sent.

use std::sync::atomic::{AtomicU64, Ordering};

use causeway_testing::http::{Client, Form, Request, one_pixel};
use causeway_wire::table::{BodyKind, Idempotency, Meta, Operation};
use serde_json::Value;

/// A key that no other request of these tests has.
fn new_key() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("ask-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A request that its operation carries out.
#[derive(Debug, Clone)]
pub(super) struct Ask {
    /// The operation's row of the table.
    pub(super) meta: &'static Meta,
    /// Values of the path's parameters, from left to right.
    pub(super) ids: Vec<String>,
    /// Query parameters, not yet encoded.
    pub(super) query: Vec<(String, String)>,
    /// The body, for operations that have one; of a form, its texts.
    pub(super) body: Option<Value>,
    /// Headers that it needs besides the credentials.
    pub(super) headers: Vec<(&'static str, String)>,
}

impl Ask {
    /// A request without parameters and body.
    pub(super) fn of(operation: Operation) -> Self {
        Self { meta: operation.meta(), ids: Vec::new(), query: Vec::new(), body: None, headers: Vec::new() }
    }

    /// With a value for the path's next parameter.
    pub(super) fn at(mut self, id: &Value) -> Self {
        self.ids.push(id.as_str().expect("an id").to_owned());
        self
    }

    /// With a query parameter.
    pub(super) fn query(mut self, name: &str, value: &str) -> Self {
        self.query.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With a query parameter in place of the one of that name.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.query.retain(|(known, _)| known != name);
        self.query(name, value)
    }

    /// With a body.
    pub(super) fn body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    /// The path with its parameters filled in.
    pub(super) fn path(&self) -> String {
        let mut ids = self.ids.iter();
        let parts = self.meta.path.split('/').map(|part| match part.strip_prefix('{') {
            Some(_) => ids.next().expect("a value for every parameter").clone(),
            None => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join("/")
    }

    /// As the answer to this challenge of a passkey, or of a wallet.
    pub(super) fn answering(mut self, request: &Value) -> Self {
        self.headers.push(("Request-Id", request.as_str().expect("a request").to_owned()));
        self
    }

    /// Signed, as the sandbox takes it.
    pub(super) fn signed(mut self) -> Self {
        self.headers.push(("Svc-Wallet-Signature", "sandbox-valid-signature".to_owned()));
        self
    }

    /// A request with the headers that this one needs.
    fn with_headers(&self, request: Request) -> Request {
        self.headers.iter().fold(request, |request, (name, value)| request.header(name, value))
    }

    /// The request without its body. An operation that needs a key gets one that nobody has used.
    #[track_caller]
    pub(super) fn head(&self, client: &Client) -> Request {
        let request = client.request(self.meta.method.as_str(), &self.path());
        let request = match self.meta.idempotency {
            Idempotency::Required => request.idempotency_key(&new_key()),
            Idempotency::Honoured | Idempotency::Ignored => request,
        };
        let request = self.query.iter().fold(request, |request, (name, value)| request.query(name, value));
        self.with_headers(request)
    }

    /// Whether the body is the texts of a form, which brings a file too.
    pub(super) fn takes_form(&self) -> bool {
        self.meta.body.is_some_and(|body| matches!(body.kind, BodyKind::Multipart { .. }))
    }

    /// The whole request.
    #[track_caller]
    pub(super) fn by(&self, client: &Client) -> Request {
        match &self.body {
            Some(texts) if self.takes_form() => {
                self.head(client).form(Form::of(texts).file("passport.png", &one_pixel()))
            }
            Some(body) => self.head(client).json(body),
            None => self.head(client),
        }
    }
}
