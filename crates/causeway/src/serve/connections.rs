//! Connections: how many, how slow, and how they end.

use std::any::Any;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::serve::Listener;
use causeway_service::App;
use causeway_service::runtime::http::HEADERS_MAX;
use causeway_service::runtime::timers;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;

use super::Life;
use super::bare_refusals::{HEAD_BYTES_MAX, WithBodies};
use crate::router::Peer;

/// Requests that one HTTP/2 connection may have under way.
const STREAMS_MAX: u32 = 128;
/// The same for HTTP/2, which counts headers only: above what the service itself refuses, with a body. What is larger still
/// is refused by the library, without one (decision 0061).
const HEADER_LIST_BYTES_MAX: u32 = 64 * 1024;

/// The connections of one listener.
pub struct Connections {
    app: Arc<App>,
    router: Router,
    protocols: Builder<TokioExecutor>,
    life: Life,
    places: Arc<Semaphore>,
    places_max: u32,
    /// Whether a proxy says where requests come from.
    behind_proxy: bool,
}

impl Connections {
    /// Serves `router` on at most `places_max` connections at a time.
    #[must_use]
    pub fn new(app: &Arc<App>, router: Router, life: Life, places_max: u32) -> Self {
        let places = Arc::new(Semaphore::new(usize::try_from(places_max).unwrap_or(Semaphore::MAX_PERMITS)));
        Self {
            app: Arc::clone(app),
            router,
            protocols: protocols(),
            life,
            places,
            places_max,
            behind_proxy: false,
        }
    }

    /// The same behind a proxy, which names the address that it was called from last in `X-Forwarded-For`.
    #[must_use]
    pub fn behind_proxy(self, behind_proxy: bool) -> Self {
        Self { behind_proxy, ..self }
    }

    /// Takes connections until the process's life ends, then returns once all that are open have answered their
    /// last request.
    pub async fn accept<L: Listener<Addr: 'static>>(self, mut listener: L) {
        while let Some((stream, address, place)) = self.next(&mut listener).await {
            let socket = (&address as &dyn Any).downcast_ref::<SocketAddr>().map(SocketAddr::ip);
            let origin = Origin { socket, behind_proxy: self.behind_proxy };
            tokio::spawn(serve(
                WithBodies::new(stream, Arc::clone(&self.app)),
                self.protocols.clone(),
                self.router.clone(),
                self.life.clone(),
                origin,
                place,
            ));
        }
        drop(listener);
        // All places are free again once the last connection is closed.
        let _ = self.places.acquire_many(self.places_max).await;
    }

    async fn next<L: Listener>(&self, listener: &mut L) -> Option<(L::Io, L::Addr, OwnedSemaphorePermit)> {
        let incoming = async {
            let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
            let (stream, address) = listener.accept().await;
            Some((stream, address, place))
        };
        tokio::select! {
            biased;
            () = self.life.ending() => None,
            accepted = incoming => accepted,
        }
    }
}

/// Where the requests of a connection come from.
#[derive(Debug, Clone, Copy)]
struct Origin {
    /// Whoever has opened the connection; none on a socket without addresses.
    socket: Option<IpAddr>,
    behind_proxy: bool,
}

impl Origin {
    /// What a proxy has not said itself may be anybody's word: only the last address counts.
    fn of(self, headers: &HeaderMap) -> Option<IpAddr> {
        let said = headers.get_all("x-forwarded-for").iter().next_back().filter(|_| self.behind_proxy);
        let last = said.and_then(|said| said.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        last.or(self.socket)
    }
}

/// HTTP/1.1 and HTTP/2 on the same port, distinguished by a connection's first bytes.
fn protocols() -> Builder<TokioExecutor> {
    let mut protocols = Builder::new(TokioExecutor::new());
    protocols
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(timers::NEXT_REQUEST)
        .max_headers(HEADERS_MAX)
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
    origin: Origin,
    _place: OwnedSemaphorePermit,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let begun = Arc::new(AtomicBool::new(false));
    let service = hyper::service::service_fn({
        let begun = Arc::clone(&begun);
        move |mut request: Request<Incoming>| {
            begun.store(true, Ordering::Relaxed);
            if let Some(address) = origin.of(request.headers()) {
                request.extensions_mut().insert(Peer(address));
            }
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

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_proxy_names_the_caller_last() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_static("192.0.2.1"));
        headers.append("x-forwarded-for", HeaderValue::from_static("192.0.2.2, 2001:db8::1"));
        let socket = "127.0.0.1".parse().ok();
        let of = |behind_proxy, headers| Origin { socket, behind_proxy }.of(headers);
        assert_eq!(of(true, &headers), "2001:db8::1".parse().ok());
        assert_eq!(of(false, &headers), socket, "anybody can send the header");
        assert_eq!(of(true, &HeaderMap::new()), socket);
    }
}
