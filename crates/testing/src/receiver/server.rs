//! The receiver's server.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::panic::Location;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use super::answer::ResponseEnd;
use super::{Answer, ReceivedRequest};

/// The function that decides on responses.
type Script = Box<dyn FnMut(&ReceivedRequest) -> Answer + Send>;

/// A webhook receiver on loopback; it responds with 200 unless scripted otherwise, and stops when dropped.
pub struct Receiver {
    address: SocketAddr,
    shared: Arc<ReceiverState>,
    accepting: JoinHandle<Infallible>,
}

struct ReceiverState {
    received: watch::Sender<Vec<ReceivedRequest>>,
    script: Mutex<Script>,
}

/// A connection that was scripted to break.
#[derive(Debug)]
struct BrokenConnection;

impl Receiver {
    /// Starts a receiver on a free port of loopback.
    ///
    /// # Panics
    /// If no port is available.
    #[track_caller]
    pub fn start() -> impl Future<Output = Self> {
        Self::start_at((Ipv4Addr::LOCALHOST, 0).into())
    }

    /// Starts a receiver on this address.
    ///
    /// # Panics
    /// If the address is in use.
    #[track_caller]
    pub fn start_at(address: SocketAddr) -> impl Future<Output = Self> {
        let caller = Location::caller();
        async move {
            let listener = match TcpListener::bind(address).await {
                Ok(listener) => listener,
                Err(cause) => panic!("{caller}: no port for a webhook receiver: {cause}"),
            };
            let address = match listener.local_addr() {
                Ok(address) => address,
                Err(cause) => panic!("{caller}: a webhook receiver without an address: {cause}"),
            };
            let shared = Arc::new(ReceiverState {
                received: watch::Sender::new(Vec::new()),
                script: Mutex::new(Box::new(|_| Answer::status(200))),
            });
            let accepting = tokio::spawn(accept(listener, Arc::clone(&shared)));
            Self { address, shared, accepting }
        }
    }

    /// Returns the webhook URL of the receiver.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/webhooks", self.address)
    }

    /// Returns the URL of the receiver without a path.
    #[must_use]
    pub fn base(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Answers every request from now on by this function; the request itself is added to the record after
    /// the call.
    pub fn answer_by(&self, script: impl FnMut(&ReceivedRequest) -> Answer + Send + 'static) {
        *self.shared.script.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(script);
    }

    /// Answers every request from now on with `answer`.
    pub fn answer_always(&self, answer: Answer) {
        self.answer_by(move |_| answer.clone());
    }

    /// Answers the next requests with these, in order of arrival, and later ones with 200.
    pub fn answer_in_order(&self, answers: impl IntoIterator<Item = Answer>) {
        let mut left: VecDeque<Answer> = answers.into_iter().collect();
        self.answer_by(move |_| left.pop_front().unwrap_or_else(|| Answer::status(200)));
    }

    /// Returns all requests received so far, in order of arrival.
    #[must_use]
    pub fn received(&self) -> Vec<ReceivedRequest> {
        self.shared.received.borrow().clone()
    }

    /// Forgets the received requests; `order` starts again at 0.
    pub fn forget(&self) {
        self.shared.received.send_replace(Vec::new());
    }

    /// Waits until the received requests satisfy `enough`, and returns them.
    ///
    /// # Panics
    /// At the caller's line after `limit`, with the received requests.
    #[track_caller]
    pub fn wait_for(
        &self,
        what: &str,
        limit: Duration,
        mut enough: impl FnMut(&[ReceivedRequest]) -> bool,
    ) -> impl Future<Output = Vec<ReceivedRequest>> {
        let caller = Location::caller();
        async move {
            let mut received = self.shared.received.subscribe();
            let waiting = received.wait_for(|all| enough(all));
            let requests =
                tokio::time::timeout(limit, waiting).await.map(|found| found.map(|all| all.clone()));
            match requests {
                Ok(Ok(all)) => all,
                _ => panic!("{caller}: timed out after {limit:?} waiting for {what}; received: {self:#?}"),
            }
        }
    }

    /// Waits for the first delivery of this event type, and returns it.
    ///
    /// # Panics
    /// The same as [`Receiver::wait_for`].
    #[track_caller]
    pub fn wait_for_event(&self, event: &str) -> impl Future<Output = ReceivedRequest> {
        let caller = Location::caller();
        let waiting = self
            .wait_for(event, crate::wait::PATIENCE, move |all| all.iter().any(|one| one.event() == event));
        async move {
            match waiting.await.into_iter().find(|one| one.event() == event) {
                Some(delivery) => delivery,
                None => panic!("{caller}: {event} was received but is not recorded"),
            }
        }
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

/// The received requests, one per line, as printed by a failed test.
impl fmt::Debug for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.received().iter().map(|one| format!("{one}"))).finish()
    }
}

/// Returns a URL on which no server listens.
///
/// # Errors
/// No port is available.
pub fn closed_url() -> std::io::Result<String> {
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(format!("http://{}/webhooks", listener.local_addr()?))
}

/// Accepts connections; they are tasks of a set, so that they end with this task.
async fn accept(listener: TcpListener, shared: Arc<ReceiverState>) -> Infallible {
    let mut connections = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        let shared = Arc::clone(&shared);
        connections.spawn(async move {
            let turns = AtomicUsize::new(0);
            let next = || turns.fetch_add(1, Ordering::Relaxed);
            let answer = service_fn(|request| answer(Arc::clone(&shared), next(), request));
            // A test often asks for a broken connection.
            drop(
                hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), answer)
                    .await,
            );
        });
        while connections.try_join_next().is_some() {}
    }
}

async fn answer(
    shared: Arc<ReceiverState>,
    turn: usize,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, BrokenConnection> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.map_err(|_| BrokenConnection)?.to_bytes();
    let mut received = ReceivedRequest {
        order: 0,
        turn,
        at: Instant::now(),
        method: head.method.to_string(),
        target: head.uri.to_string(),
        headers: head.headers,
        body,
    };
    let answer = {
        // Under the script's lock, so that the order of arrival is the order of the responses.
        let mut script = shared.script.lock().unwrap_or_else(PoisonError::into_inner);
        received.order = shared.received.borrow().len();
        let answer = script(&received);
        shared.received.send_modify(|all| all.push(received));
        answer
    };
    match &answer.end {
        ResponseEnd::AtOnce => {}
        ResponseEnd::AfterOpening(gate) => gate.pass().await,
        ResponseEnd::Never => std::future::pending().await,
        ResponseEnd::Broken => return Err(BrokenConnection),
    }
    let mut response = Response::builder().status(answer.status);
    for (name, value) in &answer.headers {
        response = response.header(name, value);
    }
    response.body(Full::new(answer.body)).map_err(|_| BrokenConnection)
}

impl fmt::Display for BrokenConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the test breaks this connection")
    }
}

impl std::error::Error for BrokenConnection {}
