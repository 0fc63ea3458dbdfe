//! A request of one operation, before it is sent.

use causeway_testing::http::{Client, Request};
use causeway_wire::table::{Meta, Operation};
use serde_json::Value;

/// A request that its operation carries out.
#[derive(Debug, Clone)]
pub(super) struct Ask {
    /// The operation's row of the table.
    pub(super) meta: &'static Meta,
    /// Values of the path's parameters, from left to right.
    pub(super) ids: Vec<String>,
    /// Query parameters, not yet encoded.
    pub(super) query: Vec<(String, String)>,
    /// The body, for operations that have one.
    pub(super) body: Option<Value>,
}

impl Ask {
    /// A request without parameters and body.
    pub(super) fn of(operation: Operation) -> Self {
        Self { meta: operation.meta(), ids: Vec::new(), query: Vec::new(), body: None }
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

    /// The request without its body.
    #[track_caller]
    pub(super) fn head(&self, client: &Client) -> Request {
        let request = client.request(self.meta.method.as_str(), &self.path());
        self.query.iter().fold(request, |request, (name, value)| request.query(name, value))
    }

    /// The whole request.
    #[track_caller]
    pub(super) fn by(&self, client: &Client) -> Request {
        match &self.body {
            Some(body) => self.head(client).json(body),
            None => self.head(client),
        }
    }
}
