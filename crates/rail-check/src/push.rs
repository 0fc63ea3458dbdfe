//! The service's endpoint of pushes.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use bytes::Bytes;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::limits::PAGE_BODY;
use causeway_rail_protocol::messages::{ErrorBody, FeedItem, PushRequest, PushResponse};
use causeway_rail_protocol::signing::{
    Answer, Request, RequestTarget, Signature, SignatureHeaders, request_signature, sign_answer,
    verify_request,
};
use causeway_rail_protocol::values::{ErrorCode, FeedPosition};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::plan::CheckPlan;
use crate::verdict::{CaseResult, failed};

/// Takes the pushes of the adapter; stops when dropped.
#[derive(Debug)]
pub(crate) struct PushReceiver {
    state: Arc<ReceiverState>,
    accepting: JoinHandle<()>,
}

/// A push that was verified.
#[derive(Debug, Clone)]
pub(crate) struct ReceivedPush {
    pub(crate) at: Instant,
    /// With the query.
    pub(crate) path: String,
    pub(crate) items: Vec<FeedItem>,
    pub(crate) is_taken: bool,
}

#[derive(Debug)]
struct ReceiverState {
    plan: CheckPlan,
    /// Number of pushes that are still refused.
    refusals: AtomicUsize,
    received: Mutex<Vec<ReceivedPush>>,
}

impl PushReceiver {
    /// Listens at this address.
    pub(crate) async fn listen(plan: &CheckPlan, address: SocketAddr) -> CaseResult<Self> {
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| failed(format!("cannot listen at {address}: {error}")))?;
        let state = Arc::new(ReceiverState {
            plan: plan.clone(),
            refusals: AtomicUsize::new(0),
            received: Mutex::default(),
        });
        let accepting = tokio::spawn(accept(listener, Arc::clone(&state)));
        Ok(Self { state, accepting })
    }

    /// Refuses the next pushes.
    pub(crate) fn refuse(&self, number: usize) {
        self.state.refusals.store(number, Ordering::Release);
    }

    /// Returns what has come, in order of arrival.
    pub(crate) fn received(&self) -> Vec<ReceivedPush> {
        self.state.received_mut().clone()
    }
}

impl Drop for PushReceiver {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, state: Arc<ReceiverState>) {
    loop {
        if let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, Arc::clone(&state)));
        }
    }
}

async fn serve(stream: TcpStream, state: Arc<ReceiverState>) {
    let answer = |request: hyper::Request<Incoming>| {
        let state = Arc::clone(&state);
        async move { Ok::<_, Infallible>(state.answer(request).await) }
    };
    // An error is a connection that the adapter has broken off.
    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer)).await;
}

impl ReceiverState {
    fn received_mut(&self) -> MutexGuard<'_, Vec<ReceivedPush>> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> i64 {
        self.plan.clock.now().millis().div_euclid(1_000)
    }

    async fn answer(&self, request: hyper::Request<Incoming>) -> Response<Full<Bytes>> {
        let (head, body) = request.into_parts();
        let Ok(body) = Limited::new(body, PAGE_BODY).collect().await else {
            return self.refuse(ErrorCode::TooLarge, "the push is too long", None);
        };
        let body = body.to_bytes();
        let target = RequestTarget::new(head.method.as_str(), head.uri.path(), head.uri.query());
        let headers = SignatureHeaders::read(
            head.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes())),
        );
        let (Ok(target), Ok(headers)) = (target, headers) else {
            return self.refuse(ErrorCode::Unsigned, "the push is not signed", None);
        };
        let bound = request_signature(&headers.signature);
        let signed = Request { target: &target, rail: self.plan.rail, body: &body };
        if let Err(error) = verify_request(&signed, &headers, &self.plan.adapter_keys, self.now()) {
            return self.refuse(error.code(), &error.to_string(), bound);
        }
        match PushRequest::parse(&body) {
            Ok(push) => self.take(push, target.path_and_query(), bound),
            Err(error) => {
                let refusal = ErrorBody::of_message(&error, None);
                self.signed(refusal.code().map_or(400, ErrorCode::status), refusal.to_json(), bound)
            }
        }
    }

    fn take(&self, push: PushRequest, path: String, bound: Option<Signature>) -> Response<Full<Bytes>> {
        let through = push.items.last().map_or(FeedPosition::START, |item| item.sequence.into());
        let count_down = |left: usize| left.checked_sub(1);
        let is_taken = self.refusals.fetch_update(Ordering::AcqRel, Ordering::Acquire, count_down).is_err();
        self.received_mut().push(ReceivedPush { at: Instant::now(), path, items: push.items, is_taken });
        if is_taken {
            self.signed(200, PushResponse { through }.to_json(), bound)
        } else {
            self.refuse(ErrorCode::Unavailable, "not now", bound)
        }
    }

    fn refuse(&self, code: ErrorCode, words: &str, bound: Option<Signature>) -> Response<Full<Bytes>> {
        self.signed(code.status(), ErrorBody::new(code, words, None).to_json(), bound)
    }

    /// Signs an answer as the service does.
    fn signed(&self, status: u16, body: String, bound: Option<Signature>) -> Response<Full<Bytes>> {
        let answer = Answer { status, rail: self.plan.rail, body: body.as_bytes(), request: bound };
        let signed = sign_answer(&self.plan.signer, &answer, self.now());
        let mut builder = Response::builder().status(StatusCode::from_u16(status).unwrap_or_default());
        for (name, value) in signed.headers.pairs() {
            builder = builder.header(name, value);
        }
        builder.body(Full::new(Bytes::from(body))).unwrap_or_default()
    }
}
