//! A writing request that has arrived, before it is parsed.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, Method};
use bytes::Bytes;
use causeway_store::idempotency::RETENTION;
use causeway_store::{Key, Point};
use causeway_wire::FieldError;
use causeway_wire::table::{Idempotency, Operation};
use serde_json::{Map, Value};

use super::ignored::IgnoredNames;
use super::query::pairs;
use super::{PathValues, SentFile, SentSignature, body, idempotency};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Caller;
use crate::runtime::field_errors::FieldErrors;

/// Maximum size of a body that is parsed on the request's own thread, in bytes. Longer ones are parsed on
/// blocking threads, so that the few async threads stay free for others.
const SHORT_BODY: usize = 64 * 1024;

/// An unparsed request of an authenticated caller, with its body.
pub(super) struct UnparsedRequest {
    pub(super) operation: Operation,
    pub(super) app: Arc<App>,
    pub(super) caller: Caller,
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) query: String,
    pub(super) values: PathValues,
    pub(super) headers: HeaderMap,
    pub(super) origin: String,
    pub(super) peer: Option<IpAddr>,
    pub(super) content: Content,
    /// The operation looks for further field errors itself.
    pub(super) takes_faults: bool,
}

/// The received body.
pub(super) enum Content {
    /// JSON, not yet parsed.
    Bytes(Bytes),
    /// The parts of a form, its field errors so far, and its file.
    Form(Map<String, Value>, Vec<FieldError>, Option<Arc<SentFile>>),
}

/// A writing request of an authenticated caller, checked against its shape, before its types are known.
pub(super) struct ParsedRequest {
    pub(super) app: Arc<App>,
    pub(super) caller: Caller,
    pub(super) values: PathValues,
    /// `None` if it has errors.
    pub(super) query: Option<Value>,
    /// `None` if it cannot even be made readable.
    pub(super) body: Option<Value>,
    /// Shape errors of query and body.
    pub(super) errors: FieldErrors,
    pub(super) key: Option<Key>,
    /// The wallet signature, if the operation reads one.
    pub(super) signature: SentSignature,
    /// The file of a form.
    pub(super) file: Option<Arc<SentFile>>,
    pub(super) origin: String,
    pub(super) peer: Option<IpAddr>,
    /// The operation looks for further field errors itself.
    pub(super) takes_faults: bool,
    /// The header with the names that have no effect, if there are any.
    pub(super) ignored: Option<HeaderValue>,
}

/// Query and body after the check of their shapes.
struct CheckedShape {
    /// `None` if it has errors.
    query: Option<Value>,
    /// `None` if it cannot even be made readable.
    body: Option<Value>,
    errors: FieldErrors,
    ignored: Option<HeaderValue>,
}

impl UnparsedRequest {
    /// Parses the request and checks its shape, on a blocking thread if the body is long.
    ///
    /// # Errors
    /// `INVALID_REQUEST_FORMAT`; `INVALID_INPUT` about the idempotency key.
    pub(super) async fn parse(self) -> Result<ParsedRequest, ApiError> {
        let is_short = match &self.content {
            Content::Bytes(bytes) => bytes.len() <= SHORT_BODY,
            Content::Form(..) => true,
        };
        if is_short {
            return self.read();
        }
        tokio::task::spawn_blocking(|| self.parse_long()).await.map_err(ApiError::internal)?
    }

    /// Parses a long body, on a blocking thread.
    fn parse_long(self) -> Result<ParsedRequest, ApiError> {
        self.app.store.reach(Point::BeforeLongBody);
        self.read()
    }

    fn read(mut self) -> Result<ParsedRequest, ApiError> {
        let content = std::mem::replace(&mut self.content, Content::Bytes(Bytes::new()));
        let (body, found, file) = match (self.operation.row().body, content) {
            (Some(body), Content::Bytes(bytes)) => {
                (body::parse(body.kind, &self.headers, &bytes)?, Vec::new(), None)
            }
            (Some(_), Content::Form(parts, found, file)) => (Value::Object(parts), found, file),
            (None, _) => (Value::Object(Map::new()), Vec::new(), None),
        };
        let key = self.key(&body)?;
        let signature = self.signature(&body);
        let CheckedShape { query, body, errors, ignored } = self.check_shape(body, found);
        let Self { app, caller, values, origin, peer, takes_faults, .. } = self;
        Ok(ParsedRequest {
            app,
            caller,
            values,
            query,
            body,
            errors,
            key,
            signature,
            file,
            origin,
            peer,
            takes_faults,
            ignored,
        })
    }

    fn signature(&self, body: &Value) -> SentSignature {
        if self.operation.row().headers.is_empty() {
            return SentSignature::default();
        }
        let scope = format!("{} {}", self.method, idempotency::concrete_path(&self.path));
        SentSignature::read(&self.headers, scope, idempotency::body_hash(body))
    }

    fn key(&self, body: &Value) -> Result<Option<Key>, ApiError> {
        let header_key = match self.operation.row().idempotency {
            Idempotency::Ignored => None,
            Idempotency::Honoured => idempotency::read(&self.headers)?,
            Idempotency::Required => match idempotency::read(&self.headers)? {
                Some(key) => Some(key),
                None => return Err(ApiError::field(idempotency::HEADER, "is required for this operation")),
            },
        };
        let key = |key| {
            let method = self.method.as_str();
            let path = idempotency::concrete_path(&self.path);
            let now = self.app.clock.now();
            let retention = match self.operation.row().idempotency {
                Idempotency::Required => None,
                Idempotency::Ignored | Idempotency::Honoured => Some(RETENTION),
            };
            let of_request = idempotency::key(&self.caller, now, method, &path, &self.query, body, key);
            Key { retention, ..of_request }
        };
        Ok(header_key.map(key))
    }

    /// Checks query and body against their shapes. A body with errors is made readable, if possible, so that
    /// its sound fields can be checked.
    fn check_shape(&self, mut body: Value, mut errors: Vec<FieldError>) -> CheckedShape {
        let contract = &self.app.contract;
        let operation = self.operation;
        let sent = pairs(&self.query);
        errors.extend(contract.check_body(operation, &mut body));
        let ignored = IgnoredNames::find(contract, operation, &self.headers, Some(&body), &sent);
        let is_readable = errors.is_empty() || contract.repair_body(operation, &mut body);
        let query = match contract.parse_query(operation, &sent) {
            Ok(query) => Some(query),
            Err(more) => {
                errors.extend(more);
                None
            }
        };
        errors.extend(ignored.errors());
        CheckedShape {
            query,
            body: is_readable.then_some(body),
            errors: FieldErrors::from(errors),
            ignored: ignored.header(),
        }
    }
}
