//! The adapter's HTTP.

use std::fmt;
use std::future;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::Bytes;
use causeway_rail_protocol::messages::{ErrorBody, ErrorDetails};
use causeway_rail_protocol::operations::{Call, InvalidCall};
use causeway_rail_protocol::signing::{
    Answer, Request, RequestTarget, Signature, SignatureError, SignatureHeaders, SigningKey,
    request_signature, sign_answer, verify_request,
};
use causeway_rail_protocol::values::{ErrorCode, Timestamp};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use hyper::header::{CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::body::ReplyBody;
use super::lenience::Lenience;
use super::reply::{Delivery, Exchange, Reply};
use super::state::{AdapterState, ServiceSide};

/// The longest body that is read.
const BODY: usize = 1024 * 1024;
/// Seconds by which a stale answer is too old.
const STALE: i64 = 3600;

/// A connection that is closed without an answer.
#[derive(Debug)]
struct CutConnection;

impl fmt::Display for CutConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the test has the connection closed")
    }
}

impl std::error::Error for CutConnection {}

pub(super) async fn accept(listener: TcpListener, state: Arc<AdapterState>) {
    // Connections end with the adapter.
    let mut connections = JoinSet::new();
    loop {
        if let Ok((stream, _)) = listener.accept().await {
            connections.spawn(serve(stream, Arc::clone(&state)));
        }
        while connections.try_join_next().is_some() {}
    }
}

async fn serve(stream: TcpStream, state: Arc<AdapterState>) {
    let answer = |request: hyper::Request<Incoming>| {
        let state = Arc::clone(&state);
        async move { state.answer(request).await }
    };
    // An error is a connection that one side has cut.
    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer)).await;
}

/// A request that was read, with what its answer is bound to.
struct ReadRequest {
    target: RequestTarget,
    headers: Result<SignatureHeaders, SignatureError>,
    bound: Option<Signature>,
    body: Bytes,
}

impl AdapterState {
    async fn answer(&self, request: hyper::Request<Incoming>) -> Result<Response<ReplyBody>, CutConnection> {
        let (head, body) = request.into_parts();
        let body = Limited::new(body, BODY).collect().await.map_err(|_| CutConnection)?.to_bytes();
        let number = self.requests.fetch_add(1, Ordering::AcqRel);
        let target = RequestTarget::new(head.method.as_str(), head.uri.path(), head.uri.query());
        let pairs = head.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
        let signature = head.headers.get("signature").and_then(|value| value.to_str().ok());
        let read = ReadRequest {
            target: target.map_err(|_| CutConnection)?,
            headers: SignatureHeaders::read(pairs),
            bound: signature.and_then(request_signature),
            body,
        };
        let side = self.service().ok_or(CutConnection)?;
        let call = Call::parse(read.target.method(), read.target.path(), read.target.query());
        let mut reply = match self.refusal(&read, side) {
            Some(refusal) => refusal,
            None => match call {
                Ok(call) => self.book().answer(call, &read.body),
                Err(InvalidCall::UnknownOperation) => {
                    Reply::error(ErrorCode::UnknownOperation, self.memory())
                }
                Err(InvalidCall::InvalidQuery) => Reply::error(ErrorCode::Malformed, self.memory()),
            },
        };
        self.change(&Exchange { call: call.ok(), number }, &mut reply);
        self.deliver(&reply, &read, side).await
    }

    /// Returns the refusal of a request that is not authentic.
    fn refusal(&self, read: &ReadRequest, side: ServiceSide) -> Option<Reply> {
        let skips = self.book().leniences.clone();
        let is_skipped = |lenience| skips.contains(&lenience);
        if is_skipped(Lenience::AnySignature) {
            return None;
        }
        let headers = match &read.headers {
            Ok(headers) => headers,
            Err(error) => return Some(self.refuse(*error)),
        };
        let bare = RequestTarget::new(read.target.method(), read.target.path(), None).ok();
        let target = bare.as_ref().filter(|_| is_skipped(Lenience::NoQuery)).unwrap_or(&read.target);
        let request = Request { target, rail: side.rail, body: &read.body };
        let error = verify_request(&request, headers, &[side.key], self.now()).err()?;
        let is_taken = match error {
            SignatureError::WrongDigest => is_skipped(Lenience::AnyBody),
            SignatureError::Stale { .. } => is_skipped(Lenience::AnyTime),
            SignatureError::WrongRail => is_skipped(Lenience::AnyRail),
            SignatureError::Unsigned(_) | SignatureError::UnknownKey(_) | SignatureError::WrongSignature => {
                false
            }
        };
        (!is_taken).then(|| self.refuse(error))
    }

    fn refuse(&self, error: SignatureError) -> Reply {
        let mut body = ErrorBody::new(error.code(), &error.to_string(), Some(self.memory()));
        if error.code() == ErrorCode::Stale {
            let now = Timestamp::from_millis(self.clock.now().millis()).ok();
            body.error.details = Some(ErrorDetails { now });
        }
        Reply::of_error(&body)
    }

    async fn deliver(
        &self,
        reply: &Reply,
        read: &ReadRequest,
        side: ServiceSide,
    ) -> Result<Response<ReplyBody>, CutConnection> {
        let text = reply.body.to_string();
        let mut response = Response::builder().status(StatusCode::from_u16(reply.status).unwrap_or_default());
        match reply.delivery {
            Delivery::Cut => return Err(CutConnection),
            Delivery::Silent => future::pending().await,
            Delivery::Redirect => {
                let moved =
                    response.status(StatusCode::TEMPORARY_REDIRECT).header(LOCATION, "/v1/capabilities");
                return built(moved, ReplyBody::Whole(None));
            }
            Delivery::Unsigned => {}
            signed => {
                for (name, value) in self.headers(signed, &text, reply.status, read, side) {
                    response = response.header(name, value);
                }
            }
        }
        let sent = if reply.delivery == Delivery::OtherBody { text.clone() + " " } else { text };
        let bytes = Bytes::from(sent);
        let response = response.header(CONTENT_TYPE, "application/json");
        match reply.delivery {
            Delivery::Endless => built(response, ReplyBody::Endless),
            Delivery::Trickle => built(response, ReplyBody::trickle(bytes)),
            _ => built(response.header(CONTENT_LENGTH, bytes.len()), ReplyBody::Whole(Some(bytes))),
        }
    }

    /// Signs a reply in its way.
    fn headers(
        &self,
        delivery: Delivery,
        text: &str,
        status: u16,
        read: &ReadRequest,
        side: ServiceSide,
    ) -> Vec<(&'static str, String)> {
        let stranger = SigningKey::from_seed(&[7; 32]).ok();
        let key = stranger.as_ref().filter(|_| delivery == Delivery::OtherKey).unwrap_or(&self.key);
        let request = match delivery {
            Delivery::OtherRequest => Some(self.key.sign(b"another request")),
            Delivery::Unbound => None,
            _ => read.bound,
        };
        let created = if delivery == Delivery::Stale { self.now() - STALE } else { self.now() };
        let answer = Answer { status, rail: side.rail, body: text.as_bytes(), request };
        let signed = sign_answer(key, &answer, created);
        signed.headers.pairs().into_iter().map(|(name, value)| (name, value.to_owned())).collect()
    }
}

fn built(
    response: hyper::http::response::Builder,
    body: ReplyBody,
) -> Result<Response<ReplyBody>, CutConnection> {
    response.body(body).map_err(|_| CutConnection)
}
