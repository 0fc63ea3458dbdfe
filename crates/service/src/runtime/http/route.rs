//! One route: only decoding and encoding know the operation's types; everything between is shared by all
//! operations.

use std::mem::take;
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Method};
use causeway_store::{Key, Tx};
use causeway_wire::table::{Auth, BodyKind, Operation};
use causeway_wire::{Endpoint, FieldError, MAX_FIELD_ERRORS, NoBody, Reply};
use futures_util::future::{BoxFuture, ready};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::authenticate::{Scheme, admit};
use super::bodies::BudgetOwner;
use super::form::{self, Form};
use super::ignored::IgnoredNames;
use super::query::pairs;
use super::unparsed::{Content, ParsedRequest, UnparsedRequest};
use super::{Answer, Apply, ApplyRead, Call, PathValues, ReadRequest, body, single};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::{Caller, Context};
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::paging::Paging;
use crate::runtime::uploads;

/// A request to an operation.
#[derive(Debug)]
pub struct Request {
    pub method: Method,
    /// The concrete path below the base URL, as sent.
    pub path: String,
    /// As sent.
    pub query: String,
    /// Path parameters, decoded.
    pub values: PathValues,
    pub headers: HeaderMap,
    /// The origin by which the caller reached the service: scheme, host and port; empty if unknown.
    pub origin: String,
    /// Not yet read.
    pub body: Body,
    /// The caller's IP address, if known.
    pub peer: Option<IpAddr>,
}

/// A request of an unauthenticated caller.
#[derive(Debug)]
pub struct Open {
    pub app: Arc<App>,
    pub path: PathValues,
    /// The caller's IP address, if known.
    pub peer: Option<IpAddr>,
}

/// A reading request of an authenticated caller, before its types are known.
struct ReadCall {
    app: Arc<App>,
    caller: Caller,
    values: PathValues,
    query: Value,
}

type ReadHandler = dyn Fn(&mut Tx<'_>, ReadCall) -> Result<Answer, ApiError> + Send + Sync;
type WriteHandler = dyn Fn(ParsedRequest) -> BoxFuture<'static, Result<Answer, ApiError>> + Send + Sync;

type OpenHandler = dyn Fn(Open) -> BoxFuture<'static, Result<Answer, ApiError>> + Send + Sync;

enum Handler {
    Read(Scheme, Arc<ReadHandler>),
    Write(Scheme, Arc<WriteHandler>),
    Open(Arc<OpenHandler>),
}

/// An operation with its handler.
pub struct Route {
    pub operation: Operation,
    handler: Handler,
    takes_faults: bool,
}

/// Returns the route of a reading operation: everything, including authentication, happens in one snapshot.
pub fn read<E: Endpoint>(apply: ApplyRead<E>) -> Route {
    route::<E>(Handler::Read(
        scheme::<E>(),
        Arc::new(move |tx: &mut Tx<'_>, call: ReadCall| {
            let context = Context::of(&call.app, &call.caller, tx.wall());
            let paging = Paging::read(call.app.keys(), &E::OPERATION.row().id(), &call.query)?;
            let reading = ReadRequest { path: call.values, query: decode(call.query)?, paging };
            Answer::success(&Reply::<E>::Done(apply(tx, &context, &reading)?))
        }),
    ))
}

/// Returns the route of a writing operation that fetches no data beforehand.
pub fn write<E: Endpoint<Body: FieldChecks>>(apply: Apply<E>) -> Route {
    handle::<E, _, _>(move |call| async move { Ok(call.apply(apply).await) })
}

/// Returns the route of an operation with its own adapter, which fetches data before it writes.
pub fn handle<E, H, F>(handler: H) -> Route
where
    E: Endpoint<Body: FieldChecks>,
    H: Fn(Call<E>) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Answer, ApiError>> + Send + 'static,
{
    route::<E>(Handler::Write(
        scheme::<E>(),
        Arc::new(move |sent: ParsedRequest| match call(sent) {
            Ok(call) => Box::pin(handler(call)),
            Err(refusal) => Box::pin(ready(Err(refusal))),
        }),
    ))
}

/// Returns the route of an operation without authentication, which takes neither query nor body.
pub fn open<E, H, F>(handler: H) -> Route
where
    E: Endpoint<Body = NoBody>,
    H: Fn(Open) -> F + Send + Sync + 'static,
    F: Future<Output = Result<E::Success, ApiError>> + Send + 'static,
{
    const { assert!(matches!(E::OPERATION.row().auth, Auth::None), "this operation asks who calls") }
    route::<E>(Handler::Open(Arc::new(move |request: Open| {
        let done = handler(request);
        Box::pin(async move { Answer::success(&Reply::<E>::Done(done.await?)) })
    })))
}

const fn scheme<E: Endpoint>() -> Scheme {
    const { Scheme::of(E::OPERATION.row().auth) }
}

fn route<E: Endpoint>(handler: Handler) -> Route {
    Route { operation: E::OPERATION, handler, takes_faults: false }
}

/// Decodes the request into the operation's types and checks the fields of its body.
fn call<E: Endpoint<Body: FieldChecks>>(sent: ParsedRequest) -> Result<Call<E>, ApiError> {
    let ParsedRequest {
        app,
        caller,
        values,
        query,
        body,
        mut errors,
        key,
        signature,
        file,
        origin,
        peer,
        takes_faults,
        ..
    } = sent;
    let body: Option<E::Body> = body.map(decode).transpose()?;
    if let Some(body) = &body {
        body.check(&Context::of(&app, &caller, app.clock.now()), &mut errors);
    }
    match (query, body) {
        (Some(query), Some(body)) if takes_faults || errors.is_empty() => Ok(Call {
            query: decode(query)?,
            body,
            app,
            caller,
            path: values,
            errors,
            signature,
            file,
            origin,
            peer,
            key,
        }),
        _ => Err(ApiError::fields(errors.into_errors())),
    }
}

/// Decodes a value. A value that passed the validator always decodes; should the two ever disagree, the error
/// still names the field.
pub(super) fn decode<T: DeserializeOwned>(value: Value) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let field = error.path().to_string();
        ApiError::field(&field, error.into_inner().to_string())
    })
}

impl Route {
    /// Sets the route to pass the field errors found so far to the operation, also for a body that has some:
    /// the operation adds those that it finds within its write, and refuses all in one answer.
    #[must_use]
    pub fn taking_faults(self, takes_faults: bool) -> Self {
        Self { takes_faults, ..self }
    }

    /// Serves one request.
    pub async fn serve(&self, app: Arc<App>, request: Request) -> Answer {
        let served = match &self.handler {
            Handler::Read(scheme, handler) => {
                self.serve_read(app, request, *scheme, Arc::clone(handler)).await
            }
            Handler::Write(scheme, handler) => self.serve_write(app, request, *scheme, handler).await,
            Handler::Open(handler) => serve_open(app, request, self.operation, handler).await,
        };
        served.unwrap_or_else(|refusal| Answer::refused(&refusal))
    }

    async fn serve_read(
        &self,
        app: Arc<App>,
        request: Request,
        scheme: Scheme,
        handler: Arc<ReadHandler>,
    ) -> Result<Answer, ApiError> {
        let operation = self.operation;
        let row = operation.row();
        let credentials = scheme.read(&request.headers);
        let values = request.values;
        // Before the snapshot: parsing the caller's input takes no time of the database's readers.
        let sent = pairs(&request.query);
        let ignored = IgnoredNames::find(app.contract, operation, &request.headers, None, &sent);
        let query = strictly(app.contract.parse_query(operation, &sent), &ignored);
        let service = Arc::clone(&app);
        let _permit = service.request_permits.take()?;
        let run = move |tx: &mut Tx<'_>| {
            let caller = scheme.authenticate(tx, &app, credentials.as_ref())?;
            admit(&app, &caller, operation)?;
            let query = query.clone()?;
            handler(tx, ReadCall { app: Arc::clone(&app), caller, values: values.clone(), query })
        };
        // A page may be long, and counting the whole list takes time.
        let served =
            if row.success.paged { service.store.read(run).await } else { service.store.look(run).await };
        Ok(served.unwrap_or_else(|refusal| Answer::refused(&refusal)).naming(ignored.header()))
    }

    async fn serve_write(
        &self,
        app: Arc<App>,
        mut request: Request,
        scheme: Scheme,
        handler: &Arc<WriteHandler>,
    ) -> Result<Answer, ApiError> {
        let caller = authenticate(&app, scheme, &request.headers).await?;
        admit(&app, &caller, self.operation)?;
        if self.operation.row().reads_headers() {
            single::refuse_repeated(&request.headers)?;
        }
        let body = take(&mut request.body);
        if let Some(BodyKind::Multipart { file_bytes_max }) = self.operation.row().body.map(|body| body.kind)
        {
            let form = form::receive(
                &app,
                caller.platform,
                BudgetOwner::Platform(caller.platform),
                &request.headers,
                body,
                file_bytes_max,
            )
            .await?;
            return self.serve_form(&app, caller, request, form, handler).await;
        }
        let arrived = body::read(body, &app.bodies, caller.platform).await?;
        let content = Content::Bytes(arrived.bytes.clone());
        self.carry_out(&app, caller, request, content, handler).await
    }

    /// Runs the operation on a received form. Unless it succeeds, the file is discarded.
    async fn serve_form(
        &self,
        app: &Arc<App>,
        caller: Caller,
        request: Request,
        mut form: Form<'_>,
        handler: &Arc<WriteHandler>,
    ) -> Result<Answer, ApiError> {
        let platform = caller.platform;
        let file = form.file.clone();
        let content = Content::Form(take(&mut form.parts), take(&mut form.errors), form.file.take());
        let answer = self.carry_out(app, caller, request, content, handler).await;
        let is_done = answer.as_ref().is_ok_and(|answer| answer.status().is_success());
        if let Some(file) = file.filter(|_| !is_done) {
            uploads::discard(app, platform, file.upload.id).await;
        }
        answer
    }

    async fn carry_out(
        &self,
        app: &Arc<App>,
        caller: Caller,
        request: Request,
        content: Content,
        handler: &Arc<WriteHandler>,
    ) -> Result<Answer, ApiError> {
        let _permit = app.request_permits.take_for(caller.platform)?;
        let unread = UnparsedRequest {
            operation: self.operation,
            app: Arc::clone(app),
            caller,
            method: request.method,
            path: request.path,
            query: request.query,
            values: request.values,
            headers: request.headers,
            origin: request.origin,
            peer: request.peer,
            content,
            takes_faults: self.takes_faults,
        };
        let request = unread.parse().await?;
        let key = request.key.clone();
        let ignored = request.ignored.clone();
        let answer = match (handler(request).await, key) {
            (Err(refusal), Some(key)) => remember(app, &key, refusal).await,
            (answer, _) => answer,
        };
        Ok(answer.unwrap_or_else(|refusal| Answer::refused(&refusal)).naming(ignored))
    }
}

/// Authenticates the caller before its body is read. The lookup permit is released again, because the body
/// may arrive slowly.
async fn authenticate(app: &Arc<App>, scheme: Scheme, headers: &HeaderMap) -> Result<Caller, ApiError> {
    let _permit = app.request_permits.take_lookup()?;
    let credentials = scheme.read(headers);
    let shared = Arc::clone(app);
    app.store.find(move |tx| scheme.authenticate(tx, &shared, credentials.as_ref())).await
}

/// Serves an unauthenticated request. Its body is ignored.
async fn serve_open(
    app: Arc<App>,
    request: Request,
    operation: Operation,
    handler: &Arc<OpenHandler>,
) -> Result<Answer, ApiError> {
    let service = Arc::clone(&app);
    let _permit = service.request_permits.take()?;
    let sent = pairs(&request.query);
    let ignored = IgnoredNames::find(app.contract, operation, &request.headers, None, &sent);
    strictly(Ok(Value::Null), &ignored)?;
    let served = handler(Open { app, path: request.values, peer: request.peer }).await;
    Ok(served.unwrap_or_else(|refusal| Answer::refused(&refusal)).naming(ignored.header()))
}

/// Refuses a parsed query that has errors, or ignored names if the caller asked for strict handling.
fn strictly(query: Result<Value, Vec<FieldError>>, ignored: &IgnoredNames) -> Result<Value, ApiError> {
    let strict = ignored.errors();
    match query {
        Ok(query) if strict.is_empty() => Ok(query),
        Ok(_) => Err(ApiError::fields(strict)),
        Err(errors) => {
            let every = errors.into_iter().chain(strict).take(MAX_FIELD_ERRORS);
            Err(ApiError::fields(every.collect()))
        }
    }
}

/// Records the refusal of a keyed request that failed before its write. The first answer counts: an earlier
/// answer is replayed, otherwise the refusal is kept.
async fn remember(app: &App, key: &Key, refusal: ApiError) -> Result<Answer, ApiError> {
    let refuse = move |_: &mut Tx<'_>| Err::<Answer, ApiError>(refusal.clone());
    app.store.write_keyed(&[], key, refuse).await.and_then(Answer::keyed)
}
