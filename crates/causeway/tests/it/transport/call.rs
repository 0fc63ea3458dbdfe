//! A call of one operation, before it is sent.

use std::sync::atomic::{AtomicU64, Ordering};

use causeway_testing::http::{Client, Form, Request, one_pixel};
use causeway_wire::table::{BodyKind, Idempotency, Operation, OperationRow};
use serde_json::Value;

/// Returns an idempotency key that no other call of these tests has.
fn new_key() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("ask-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A call that its operation carries out successfully.
#[derive(Debug, Clone)]
pub(super) struct Call {
    /// Row of the operation table.
    pub(super) row: &'static OperationRow,
    /// Values of the path's parameters, from left to right.
    pub(super) ids: Vec<String>,
    /// Query parameters, not yet encoded.
    pub(super) query: Vec<(String, String)>,
    /// JSON body of operations that have one; for a form, its text fields.
    pub(super) body: Option<Value>,
    /// Headers besides the credentials.
    pub(super) headers: Vec<(&'static str, String)>,
}

impl Call {
    /// Returns a call without parameters and body.
    pub(super) fn of(operation: Operation) -> Self {
        Self { row: operation.row(), ids: Vec::new(), query: Vec::new(), body: None, headers: Vec::new() }
    }

    /// Adds a value for the path's next parameter.
    pub(super) fn at(mut self, id: &Value) -> Self {
        self.ids.push(id.as_str().expect("an id").to_owned());
        self
    }

    /// Adds a query parameter.
    pub(super) fn query(mut self, name: &str, value: &str) -> Self {
        self.query.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets a query parameter in place of those with the same name.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.query.retain(|(known, _)| known != name);
        self.query(name, value)
    }

    pub(super) fn body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    /// Returns the path with its parameters filled in.
    pub(super) fn path(&self) -> String {
        let mut ids = self.ids.iter();
        let parts = self.row.path.split('/').map(|part| match part.strip_prefix('{') {
            Some(_) => ids.next().expect("a value for every parameter").clone(),
            None => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join("/")
    }

    /// Answers this challenge of a passkey, or of a wallet.
    pub(super) fn answering(mut self, request: &Value) -> Self {
        self.headers.push(("Request-Id", request.as_str().expect("a request").to_owned()));
        self
    }

    /// Adds a wallet signature that the sandbox accepts.
    pub(super) fn signed(mut self) -> Self {
        self.headers.push(("Svc-Wallet-Signature", "sandbox-valid-signature".to_owned()));
        self
    }

    /// Adds the headers of this call to a request.
    fn with_headers(&self, request: Request) -> Request {
        self.headers.iter().fold(request, |request, (name, value)| request.header(name, value))
    }

    /// Builds the request without its body. An operation that requires an idempotency key gets a new one.
    #[track_caller]
    pub(super) fn head(&self, client: &Client) -> Request {
        let request = client.request(self.row.method.as_str(), &self.path());
        let request = match self.row.idempotency {
            Idempotency::Required => request.idempotency_key(&new_key()),
            Idempotency::Honoured | Idempotency::Ignored => request,
        };
        let request = self.query.iter().fold(request, |request, (name, value)| request.query(name, value));
        self.with_headers(request)
    }

    /// Returns `true` if the body holds the text fields of a form, which also has a file.
    pub(super) fn takes_form(&self) -> bool {
        self.row.body.is_some_and(|body| matches!(body.kind, BodyKind::Multipart { .. }))
    }

    /// Builds the whole request.
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
