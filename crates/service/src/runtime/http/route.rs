//! One route: decoding and encoding know the operation's types, everything between is the same code for all.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Method};
use causeway_store::{Key, Tx};
use causeway_wire::table::{Idempotency, Meta, Operation};
use causeway_wire::{Endpoint, FieldError, Reply};
use futures_util::future::BoxFuture;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tracing::Span;

use super::authenticate::admit;
use super::query::pairs;
use super::{
    Answer, Call, Caller, Context, Credentials, Paging, PathValues, ReadCall, authenticate, body, idempotency,
};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::field_errors::FieldErrors;

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

/// A request that has passed every check that needs no knowledge of the operation's types.
struct Checked {
    app: Arc<App>,
    caller: Caller,
    values: PathValues,
    query: Value,
    body: Value,
    key: Option<Key>,
}

type ReadHandler = dyn Fn(&mut Tx<'_>, Checked) -> Result<Answer, ApiError> + Send + Sync;
type WriteHandler = dyn Fn(Checked) -> BoxFuture<'static, Result<Answer, ApiError>> + Send + Sync;
type ErasedRules =
    dyn Fn(&mut Tx<'_>, &Context, &PathValues, Value, &mut FieldErrors) -> Result<(), ApiError> + Send + Sync;

/// What the shape of a body cannot say about its fields. The operation itself asks its rules within its write;
/// besides, they are asked in a snapshot about a body whose shape has faults, so that one answer names
/// everything. There a faulty member is missing or stood in for, which [`FieldErrors::is_sound`] tells.
pub type Rules<B> = fn(&mut Tx<'_>, &Context, &PathValues, &B, &mut FieldErrors) -> Result<(), ApiError>;

enum Handler {
    Read(Arc<ReadHandler>),
    Write(Arc<WriteHandler>),
}

/// An operation with its handler.
pub struct Route {
    /// Which operation.
    pub operation: Operation,
    handler: Handler,
    rules: Option<Arc<ErasedRules>>,
}

/// The route of a reading operation: everything, authentication included, happens in one snapshot.
pub fn read<E: Endpoint>(handler: fn(&mut Tx<'_>, &ReadCall<E>) -> Result<E::Success, ApiError>) -> Route {
    let erased = move |tx: &mut Tx<'_>, checked: Checked| {
        let now = checked.caller.clock.at(tx.wall());
        let paging = Paging::read(&checked.app.keys(), &E::OPERATION.meta().id(), &checked.query)?;
        let call = ReadCall::<E> {
            paging,
            query: decode(checked.query)?,
            app: checked.app,
            caller: checked.caller,
            path: checked.values,
            now,
        };
        Answer::success(&Reply::<E>::Done(handler(tx, &call)?))
    };
    Route { operation: E::OPERATION, handler: Handler::Read(Arc::new(erased)), rules: None }
}

/// The route of a writing operation.
pub fn write<E, F>(handler: fn(Call<E>) -> F) -> Route
where
    E: Endpoint,
    F: Future<Output = Result<Answer, ApiError>> + Send + 'static,
{
    let erased = move |checked: Checked| -> BoxFuture<'static, Result<Answer, ApiError>> {
        match decode_call::<E>(checked) {
            Ok(call) => Box::pin(handler(call)),
            Err(refusal) => Box::pin(std::future::ready(Err(refusal))),
        }
    };
    Route { operation: E::OPERATION, handler: Handler::Write(Arc::new(erased)), rules: None }
}

fn decode_call<E: Endpoint>(checked: Checked) -> Result<Call<E>, ApiError> {
    Ok(Call {
        query: decode(checked.query)?,
        body: decode(checked.body)?,
        app: checked.app,
        caller: checked.caller,
        path: checked.values,
        key: checked.key,
    })
}

/// What has passed the validator deserialises; should the two ever disagree, the caller still learns the field.
fn decode<T: DeserializeOwned>(value: Value) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let field = error.path().to_string();
        ApiError::field(&field, error.into_inner().to_string())
    })
}

impl Route {
    /// The same route of `E` with the rules for the fields of its body.
    #[must_use]
    pub fn with_rules<E: Endpoint>(self, rules: Rules<E::Body>) -> Self {
        let erased =
            move |tx: &mut Tx<'_>, context: &Context, path: &PathValues, body, faults: &mut FieldErrors| {
                rules(tx, context, path, &decode(body)?, faults)
            };
        Self { rules: Some(Arc::new(erased)), ..self }
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
        let (operation, meta) = (self.operation, self.operation.meta());
        let credentials = Credentials::basic(&request.headers);
        let (query, values) = (request.query, request.values);
        let store = app.store.clone();
        let run = move |tx: &mut Tx<'_>| {
            let caller = authenticate(tx, &app, credentials.as_ref())?;
            admit(&app, &caller, meta)?;
            let query = app.contract.parse_query(operation, &pairs(&query)).map_err(ApiError::fields)?;
            let values = values.clone();
            let app = Arc::clone(&app);
            handler(tx, Checked { app, caller, values, query, body: Value::Null, key: None })
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
        let body = if meta.body.is_some() { body::parse(&request.headers, &bytes)? } else { empty() };
        let key = idempotency_key(meta, &request.headers)?.map(|key| {
            let method = request.method.as_str();
            let path = idempotency::concrete_path(&request.path);
            idempotency::key(caller.platform, method, &path, &request.query, &body, key)
        });
        let checked = self.check_fields(&app, caller, &request.query, body, request.values, key.clone());
        let answer = match checked.await {
            Ok(checked) => handler(checked).await,
            Err(refusal) => Err(refusal),
        };
        match (answer, key) {
            (Err(refusal), Some(key)) => remember(&app, &key, refusal).await,
            (answer, _) => answer,
        }
    }

    async fn authenticate(&self, app: &Arc<App>, headers: &HeaderMap) -> Result<Caller, ApiError> {
        let credentials = Credentials::basic(headers);
        let shared = Arc::clone(app);
        app.store.find(move |tx| authenticate(tx, &shared, credentials.as_ref())).await
    }

    async fn check_fields(
        &self,
        app: &Arc<App>,
        caller: Caller,
        query: &str,
        mut body: Value,
        values: PathValues,
        key: Option<Key>,
    ) -> Result<Checked, ApiError> {
        let mut errors = app.contract.check_body(self.operation, &mut body);
        let query = match app.contract.parse_query(self.operation, &pairs(query)) {
            Ok(query) => query,
            Err(more) => {
                errors.extend(more);
                Value::Null
            }
        };
        if errors.is_empty() {
            Ok(Checked { app: Arc::clone(app), caller, values, query, body, key })
        } else {
            let faults = self.ask_rules(app, caller, values, body, errors).await?;
            Err(ApiError::fields(faults))
        }
    }

    /// The faults of the shape, and those that the operation's rules find in what is sound.
    async fn ask_rules(
        &self,
        app: &Arc<App>,
        caller: Caller,
        values: PathValues,
        mut body: Value,
        errors: Vec<FieldError>,
    ) -> Result<Vec<FieldError>, ApiError> {
        let Some(rules) = self.rules.clone().filter(|_| app.contract.mend_body(self.operation, &mut body))
        else {
            return Ok(errors);
        };
        let service = Arc::clone(app);
        let ask = move |tx: &mut Tx<'_>| {
            let mut faults = FieldErrors::from(errors.clone());
            let context = Context::of(&service, &caller, tx.wall());
            rules(tx, &context, &values, body.clone(), &mut faults)?;
            Ok::<_, ApiError>(faults.into_errors())
        };
        app.store.read(ask).await
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

fn empty() -> Value {
    Value::Object(serde_json::Map::new())
}
