//! Connections: how many, how slow, and how they end.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::Request;
use axum::serve::Listener;
use causeway_service::runtime::timers;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;

use super::Life;

/// Requests that one HTTP/2 connection may have under way.
const STREAMS_MAX: u32 = 128;
/// The most bytes of one request's head.
const HEAD_BYTES_MAX: usize = 64 * 1024;
/// The same for HTTP/2, which counts headers only.
const HEADER_LIST_BYTES_MAX: u32 = 32 * 1024;

/// The connections of one listener.
pub struct Connections {
    router: Router,
    protocols: Builder<TokioExecutor>,
    life: Life,
    places: Arc<Semaphore>,
    places_max: u32,
}

impl Connections {
    /// Serves `router` on at most `places_max` connections at a time.
    #[must_use]
    pub fn new(router: Router, life: Life, places_max: u32) -> Self {
        let places = Arc::new(Semaphore::new(usize::try_from(places_max).unwrap_or(Semaphore::MAX_PERMITS)));
        Self { router, protocols: protocols(), life, places, places_max }
    }

    /// Takes connections until the process's life ends, then returns once all that are open have answered their
    /// last request.
    pub async fn accept(self, mut listener: impl Listener) {
        while let Some((stream, place)) = self.next(&mut listener).await {
            tokio::spawn(serve(
                stream,
                self.protocols.clone(),
                self.router.clone(),
                self.life.clone(),
                place,
            ));
        }
        drop(listener);
        // All places are free again once the last connection is closed.
        let _ = self.places.acquire_many(self.places_max).await;
    }

    async fn next<L: Listener>(&self, listener: &mut L) -> Option<(L::Io, OwnedSemaphorePermit)> {
        let incoming = async {
            let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
            Some((listener.accept().await.0, place))
        };
        tokio::select! {
            biased;
            () = self.life.ending() => None,
            accepted = incoming => accepted,
        }
    }
}

/// HTTP/1.1 and HTTP/2 on the same port, distinguished by a connection's first bytes.
fn protocols() -> Builder<TokioExecutor> {
    let mut protocols = Builder::new(TokioExecutor::new());
    protocols
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(timers::NEXT_REQUEST)
        .max_buf_size(HEAD_BYTES_MAX);
    protocols
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(timers::NEXT_REQUEST)
        .keep_alive_timeout(timers::FIRST_REQUEST)
        .max_concurrent_streams(STREAMS_MAX)
        .max_header_list_size(HEADER_LIST_BYTES_MAX);
    protocols
}

/// Serves one connection to its end. It is dropped when its first request does not come in time: until then the
/// protocol is not known, so that no protocol's own time limits hold.
async fn serve<S>(
    stream: S,
    protocols: Builder<TokioExecutor>,
    router: Router,
    life: Life,
    _place: OwnedSemaphorePermit,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let begun = Arc::new(AtomicBool::new(false));
    let service = hyper::service::service_fn({
        let begun = Arc::clone(&begun);
        move |request: Request<Incoming>| {
            begun.store(true, Ordering::Relaxed);
            router.clone().oneshot(request)
        }
    });
    let mut connection = pin!(protocols.serve_connection(TokioIo::new(stream), service));
    let mut first_request_due = pin!(timers::pause(timers::FIRST_REQUEST));
    let mut life_ending = pin!(life.ending());
    let (mut proven, mut ending) = (false, false);
    loop {
        tokio::select! {
            closed = connection.as_mut() => {
                if let Err(fault) = closed {
                    tracing::debug!(%fault, "connection broke off");
                }
                return;
            }
            () = &mut life_ending, if !ending => {
                ending = true;
                connection.as_mut().graceful_shutdown();
            }
            () = &mut first_request_due, if !proven => {
                if !begun.load(Ordering::Relaxed) {
                    return;
                }
                proven = true;
            }
        }
    }
}
