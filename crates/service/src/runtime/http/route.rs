//! One route: decoding and encoding know the operation's types, everything between is the same code for all.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Method};
use causeway_store::{Key, Tx};
use causeway_wire::table::{Idempotency, Meta, Operation};
use causeway_wire::{Endpoint, Reply};
use futures_util::future::{BoxFuture, ready};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tracing::Span;

use super::authenticate::{Scheme, admit};
use super::query::pairs;
use super::{Answer, Apply, ApplyRead, Call, Credentials, PathValues, Reading, body, idempotency};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::{Caller, Context};
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::paging::Paging;

/// A request on its way to an operation.
#[derive(Debug)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The concrete path below the base URL, as sent.
    pub path: String,
    /// The query string, as sent.
    pub query: String,
    /// Values of the path parameters, decoded.
    pub values: PathValues,
    /// All headers.
    pub headers: HeaderMap,
    /// The body, not yet read.
    pub body: Body,
}

/// A reading request of a known caller, before its types are known.
struct Asked {
    app: Arc<App>,
    caller: Caller,
    values: PathValues,
    query: Value,
}

/// A writing request of a known caller, held against its shape, before its types are known.
struct Sent {
    app: Arc<App>,
    caller: Caller,
    values: PathValues,
    /// None where it has faults.
    query: Option<Value>,
    /// None where it cannot even be made readable.
    body: Option<Value>,
    /// What is wrong with the shape of either.
    faults: FieldErrors,
    key: Option<Key>,
    /// Whether the operation looks for further faults itself.
    takes_faults: bool,
}

type ReadHandler = dyn Fn(&mut Tx<'_>, Asked) -> Result<Answer, ApiError> + Send + Sync;
type WriteHandler = dyn Fn(Sent) -> BoxFuture<'static, Result<Answer, ApiError>> + Send + Sync;

enum Handler {
    Read(Arc<ReadHandler>),
    Write(Arc<WriteHandler>),
}

/// An operation with its handler.
pub struct Route {
    /// Which operation.
    pub operation: Operation,
    scheme: Scheme,
    handler: Handler,
    takes_faults: bool,
}

/// The route of a reading operation: everything, authentication included, happens in one snapshot.
pub fn read<E: Endpoint>(apply: ApplyRead<E>) -> Route {
    route::<E>(Handler::Read(Arc::new(move |tx: &mut Tx<'_>, asked: Asked| {
        let context = Context::of(&asked.app, &asked.caller, tx.wall());
        let paging = Paging::read(asked.app.keys(), &E::OPERATION.meta().id(), &asked.query)?;
        let reading = Reading { path: asked.values, query: decode(asked.query)?, paging };
        Answer::success(&Reply::<E>::Done(apply(tx, &context, &reading)?))
    })))
}

/// The route of a writing operation that gathers nothing.
pub fn write<E: Endpoint<Body: FieldChecks>>(apply: Apply<E>) -> Route {
    handle::<E, _, _>(move |call| async move { Ok(call.apply(apply).await) })
}

/// The route of an operation with an adapter of its own: one that gathers facts before it writes.
pub fn handle<E, H, F>(handler: H) -> Route
where
    E: Endpoint<Body: FieldChecks>,
    H: Fn(Call<E>) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Answer, ApiError>> + Send + 'static,
{
    route::<E>(Handler::Write(Arc::new(move |sent: Sent| match call(sent) {
        Ok(call) => Box::pin(handler(call)),
        Err(refusal) => Box::pin(ready(Err(refusal))),
    })))
}

fn route<E: Endpoint>(handler: Handler) -> Route {
    let scheme = const { Scheme::of(E::OPERATION.meta().auth) };
    Route { operation: E::OPERATION, scheme, handler, takes_faults: false }
}

/// Reads the request as the operation's types and checks the fields of its body.
fn call<E: Endpoint<Body: FieldChecks>>(sent: Sent) -> Result<Call<E>, ApiError> {
    let Sent { app, caller, values, query, body, mut faults, key, takes_faults } = sent;
    let body: Option<E::Body> = body.map(decode).transpose()?;
    if let Some(body) = &body {
        body.check(&Context::of(&app, &caller, app.clock.now()), &mut faults);
    }
    match (query, body) {
        (Some(query), Some(body)) if takes_faults || faults.is_empty() => {
            Ok(Call { query: decode(query)?, body, app, caller, path: values, faults, key })
        }
        _ => Err(ApiError::fields(faults.into_errors())),
    }
}

/// What has passed the validator deserialises; should the two ever disagree, the caller still learns the field.
fn decode<T: DeserializeOwned>(value: Value) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let field = error.path().to_string();
        ApiError::field(&field, error.into_inner().to_string())
    })
}

impl Route {
    /// The same route of an operation that looks for further faults of the fields within its write. It is then
    /// given those found so far, also with a body that has some: it adds its own and refuses, in one answer.
    #[must_use]
    pub fn taking_faults(self, takes_faults: bool) -> Self {
        Self { takes_faults, ..self }
    }

    /// Carries out one request.
    pub async fn serve(&self, app: Arc<App>, request: Request) -> Answer {
        Span::current().record("operation", self.operation.meta().name);
        let served = match &self.handler {
            Handler::Read(handler) => self.serve_read(app, request, Arc::clone(handler)).await,
            Handler::Write(handler) => self.serve_write(app, request, handler).await,
        };
        served.unwrap_or_else(|refusal| Answer::refused(&refusal))
    }

    async fn serve_read(
        &self,
        app: Arc<App>,
        request: Request,
        handler: Arc<ReadHandler>,
    ) -> Result<Answer, ApiError> {
        let (operation, meta, scheme) = (self.operation, self.operation.meta(), self.scheme);
        let credentials = Credentials::basic(&request.headers);
        let (query, values) = (request.query, request.values);
        let store = app.store.clone();
        let run = move |tx: &mut Tx<'_>| {
            let caller = scheme.authenticate(tx, &app, credentials.as_ref())?;
            admit(&app, &caller, meta)?;
            let query = app.contract.parse_query(operation, &pairs(&query)).map_err(ApiError::fields)?;
            handler(tx, Asked { app: Arc::clone(&app), caller, values: values.clone(), query })
        };
        // A page may be long, and counting what it is a page of takes its time.
        if meta.success.paged { store.read(run).await } else { store.look(run).await }
    }

    async fn serve_write(
        &self,
        app: Arc<App>,
        request: Request,
        handler: &Arc<WriteHandler>,
    ) -> Result<Answer, ApiError> {
        let meta = self.operation.meta();
        let caller = self.authenticate(&app, &request.headers).await?;
        admit(&app, &caller, meta)?;
        let bytes = body::read(request.body).await?;
        let body = match meta.body {
            Some(wanted) => body::parse(wanted.kind, &request.headers, &bytes)?,
            None => Value::Object(serde_json::Map::new()),
        };
        let key = idempotency_key(meta, &request.headers)?.map(|key| {
            let method = request.method.as_str();
            let path = idempotency::concrete_path(&request.path);
            idempotency::key(&caller, app.clock.now(), method, &path, &request.query, &body, key)
        });
        let (query, body, faults) = self.check_shape(&app, &request.query, body);
        let (values, takes_faults) = (request.values, self.takes_faults);
        let sent = Sent {
            app: Arc::clone(&app),
            caller,
            values,
            query,
            body,
            faults,
            key: key.clone(),
            takes_faults,
        };
        match (handler(sent).await, key) {
            (Err(refusal), Some(key)) => remember(&app, &key, refusal).await,
            (answer, _) => answer,
        }
    }

    async fn authenticate(&self, app: &Arc<App>, headers: &HeaderMap) -> Result<Caller, ApiError> {
        let (scheme, credentials) = (self.scheme, Credentials::basic(headers));
        let shared = Arc::clone(app);
        app.store.find(move |tx| scheme.authenticate(tx, &shared, credentials.as_ref())).await
    }

    /// Holds query and body against their shapes. A body with faults is made readable, if that can be done, for a
    /// look at the fields that are sound.
    fn check_shape(
        &self,
        app: &App,
        query: &str,
        mut body: Value,
    ) -> (Option<Value>, Option<Value>, FieldErrors) {
        let (contract, operation) = (&app.contract, self.operation);
        let mut errors = contract.check_body(operation, &mut body);
        let is_readable = errors.is_empty() || contract.mend_body(operation, &mut body);
        let query = match contract.parse_query(operation, &pairs(query)) {
            Ok(query) => Some(query),
            Err(more) => {
                errors.extend(more);
                None
            }
        };
        (query, is_readable.then_some(body), FieldErrors::from(errors))
    }
}

/// The record of a keyed request that was refused before it came to write: the first answer counts, so an
/// earlier one is replayed, and this one is kept for later.
async fn remember(app: &App, key: &Key, refusal: ApiError) -> Result<Answer, ApiError> {
    let refuse = move |_: &mut Tx<'_>| Err::<Answer, ApiError>(refusal.clone());
    app.store.write_keyed(&[], key, refuse).await.and_then(Answer::keyed)
}

fn idempotency_key(meta: &Meta, headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    match meta.idempotency {
        Idempotency::Ignored => Ok(None),
        Idempotency::Honoured => idempotency::read(headers),
        Idempotency::Required => match idempotency::read(headers)? {
            Some(key) => Ok(Some(key)),
            None => Err(ApiError::field(idempotency::HEADER, "is required for this operation")),
        },
    }
}
