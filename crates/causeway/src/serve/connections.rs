//! Connections: their number, their time limits and their end.

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
use causeway_service::operator::SocketPeer;
use causeway_service::runtime::http::MAX_HEADERS;
use causeway_service::runtime::timers;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::UnixStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;

use super::Lifecycle;
use super::bare_refusals::{MAX_HEAD_BYTES, WithBodies};
use crate::router::Peer;
use crate::system_users;

/// Concurrent requests on one HTTP/2 connection.
const MAX_STREAMS: u32 = 128;
/// Maximum size of a header list in HTTP/2, which counts headers only. It is larger than the service's own
/// limit, above which requests get an error with a body; the library refuses even larger ones without a body
/// (decision 0061).
const MAX_HEADER_LIST_BYTES: u32 = 64 * 1024;

/// The connections of one listener.
pub struct Connections {
    app: Arc<App>,
    router: Router,
    protocols: Builder<TokioExecutor>,
    lifecycle: Lifecycle,
    permits: Arc<Semaphore>,
    permits_max: u32,
    /// If set, the client address is taken from the proxy's header.
    behind_proxy: bool,
}

impl Connections {
    /// Serves `router` on at most `permits_max` connections at a time.
    #[must_use]
    pub fn new(app: &Arc<App>, router: Router, lifecycle: Lifecycle, permits_max: u32) -> Self {
        let permits =
            Arc::new(Semaphore::new(usize::try_from(permits_max).unwrap_or(Semaphore::MAX_PERMITS)));
        Self {
            app: Arc::clone(app),
            router,
            protocols: protocols(),
            lifecycle,
            permits,
            permits_max,
            behind_proxy: false,
        }
    }

    /// Sets the mode behind a proxy, which appends the client address to `X-Forwarded-For`.
    #[must_use]
    pub fn behind_proxy(self, behind_proxy: bool) -> Self {
        Self { behind_proxy, ..self }
    }

    /// Accepts connections until the process stops taking work, then returns after all open ones have
    /// answered their last request.
    pub async fn accept<L: Listener<Addr: 'static>>(self, mut listener: L) {
        while let Some(AcceptedConnection { stream, source, permit }) = self.next(&mut listener).await {
            tokio::spawn(serve(
                WithBodies::new(stream, Arc::clone(&self.app)),
                self.protocols.clone(),
                self.router.clone(),
                self.lifecycle.clone(),
                source,
                permit,
            ));
        }
        drop(listener);
        // All permits are free again when the last connection is closed.
        let _ = self.permits.acquire_many(self.permits_max).await;
    }

    /// Accepts the next connection, which then waits for a permit. Its source is read before: while it waits, the
    /// process at its other end may end.
    async fn next<L: Listener<Addr: 'static>>(&self, listener: &mut L) -> Option<AcceptedConnection<L::Io>> {
        let incoming = async {
            let (stream, address) = listener.accept().await;
            let socket = (&address as &dyn Any).downcast_ref::<SocketAddr>().map(SocketAddr::ip);
            let source = Source {
                address: AddressSource { socket, behind_proxy: self.behind_proxy },
                user: socket_peer(&stream),
            };
            let permit = Arc::clone(&self.permits).acquire_owned().await.ok()?;
            Some(AcceptedConnection { stream, source, permit })
        };
        tokio::select! {
            biased;
            () = self.lifecycle.ending() => None,
            accepted = incoming => accepted,
        }
    }
}

/// A connection that may be served.
struct AcceptedConnection<S> {
    stream: S,
    source: Source,
    permit: OwnedSemaphorePermit,
}

/// The sources of a request's client address and of its operator.
#[derive(Debug, Clone)]
struct Source {
    address: AddressSource,
    /// `None` on a network connection, and if the process is gone.
    user: Option<SocketPeer>,
}

/// Returns the process at the other end of an operator socket.
fn socket_peer(stream: &dyn Any) -> Option<SocketPeer> {
    let peer = stream.downcast_ref::<UnixStream>().map(system_users::peer)?;
    peer.inspect_err(|error| tracing::warn!(%error, "the user of an operator socket is unknown")).ok()
}

/// The sources of a client address.
#[derive(Debug, Clone, Copy)]
struct AddressSource {
    /// Address of the peer; `None` on a socket without addresses.
    socket: Option<IpAddr>,
    behind_proxy: bool,
}

impl AddressSource {
    /// Returns the client address. Only the last address of the header was added by the proxy; clients can
    /// forge the others.
    fn client_address(self, headers: &HeaderMap) -> Option<IpAddr> {
        let value = headers.get_all("x-forwarded-for").iter().next_back().filter(|_| self.behind_proxy);
        let last = value.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        last.or(self.socket)
    }
}

/// Returns a server for HTTP/1.1 and HTTP/2 on the same port, distinguished by the first bytes of a
/// connection.
fn protocols() -> Builder<TokioExecutor> {
    let mut protocols = Builder::new(TokioExecutor::new());
    protocols
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(timers::NEXT_REQUEST_TIMEOUT)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD_BYTES);
    protocols
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(timers::NEXT_REQUEST_TIMEOUT)
        .keep_alive_timeout(timers::FIRST_REQUEST_TIMEOUT)
        .max_concurrent_streams(MAX_STREAMS)
        .max_header_list_size(MAX_HEADER_LIST_BYTES);
    protocols
}

/// Serves one connection to its end, and drops it if its first request does not arrive in time: until then
/// the protocol is unknown, so the time limits of the protocols do not apply.
async fn serve<S>(
    stream: S,
    protocols: Builder<TokioExecutor>,
    router: Router,
    lifecycle: Lifecycle,
    source: Source,
    _permit: OwnedSemaphorePermit,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let has_begun = Arc::new(AtomicBool::new(false));
    let service = hyper::service::service_fn({
        let has_begun = Arc::clone(&has_begun);
        move |mut request: Request<Incoming>| {
            has_begun.store(true, Ordering::Relaxed);
            if let Some(address) = source.address.client_address(request.headers()) {
                request.extensions_mut().insert(Peer(address));
            }
            if let Some(user) = &source.user {
                request.extensions_mut().insert(user.clone());
            }
            router.clone().oneshot(request)
        }
    });
    let mut connection = pin!(protocols.serve_connection(TokioIo::new(stream), service));
    let mut first_request_due = pin!(timers::pause(timers::FIRST_REQUEST_TIMEOUT));
    let mut life_ending = pin!(lifecycle.ending());
    let mut is_active = false;
    let mut ending = false;
    loop {
        tokio::select! {
            closed = connection.as_mut() => {
                if let Err(error) = closed {
                    tracing::debug!(%error, "connection failed");
                }
                return;
            }
            () = &mut life_ending, if !ending => {
                ending = true;
                connection.as_mut().graceful_shutdown();
            }
            () = &mut first_request_due, if !is_active => {
                if !has_begun.load(Ordering::Relaxed) {
                    return;
                }
                is_active = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_client_address_is_the_last_one_from_the_proxy() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_static("192.0.2.1"));
        headers.append("x-forwarded-for", HeaderValue::from_static("192.0.2.2, 2001:db8::1"));
        let socket = "127.0.0.1".parse().ok();
        let of = |behind_proxy, headers| AddressSource { socket, behind_proxy }.client_address(headers);
        assert_eq!(of(true, &headers), "2001:db8::1".parse().ok());
        assert_eq!(of(false, &headers), socket, "any client can send the header");
        assert_eq!(of(true, &HeaderMap::new()), socket);
    }
}
