//! The client: one request, one response, bounded in time and size.

use std::fmt;

use axum::http::header::HOST;
use axum::http::{HeaderValue, Uri};
use bytes::{Bytes, BytesMut};
use futures_util::future::BoxFuture;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::{Request, Response};

use super::connection::{Connection, Interruption};
use super::dial::Dialer;
use super::idle::{ConnectionKey, IdleConnections};
use super::{Failure, OutboundRequest, OutboundResponse, Transport};
use crate::runtime::timers;

/// The one outbound HTTP client: HTTP/1.1, no proxy, no redirects.
#[derive(Default)]
pub struct Client {
    pub(super) dialer: Dialer,
    idle: IdleConnections,
}

impl Client {
    /// Creates a client that trusts the machine's certificate authorities.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    async fn send(&self, request: OutboundRequest) -> Result<OutboundResponse, Failure> {
        let idle_connection =
            if request.is_only_attempt { None } else { self.idle.take(&ConnectionKey::of(&request)) };
        let may_have_arrived = idle_connection.is_some();
        if let Some(mut connection) = idle_connection {
            match connection.send(http_request(&request)?).await {
                Ok(response) => return self.read(response, &request, connection).await,
                Err(Interruption::HalfAnswered) => return Err(Failure::ConnectionFailed),
                // The host had closed the connection, perhaps before the request reached it.
                Err(Interruption::Unanswered) => {}
            }
        }
        let dialled = self.dialer.dial(&request.target, request.reach).await;
        let mut connection = dialled.map_err(|failure| match failure {
            Failure::Unconnected | Failure::Dns | Failure::Tls if may_have_arrived => {
                Failure::ConnectionFailed
            }
            failure => failure,
        })?;
        let outcome = connection.send(http_request(&request)?).await;
        let response = outcome.map_err(|_: Interruption| Failure::ConnectionFailed)?;
        self.read(response, &request, connection).await
    }

    async fn read(
        &self,
        response: Response<Incoming>,
        request: &OutboundRequest,
        connection: Connection,
    ) -> Result<OutboundResponse, Failure> {
        let (head, body) = response.into_parts();
        let (body, is_whole) = read_body(body, request.body_max).await?;
        if is_whole && !connection.is_closed() {
            self.idle.put(ConnectionKey::of(request), connection);
        }
        Ok(OutboundResponse { status: head.status.as_u16(), headers: head.headers, body, is_whole })
    }
}

impl Transport for Client {
    fn exchange(&self, request: OutboundRequest) -> BoxFuture<'_, Result<OutboundResponse, Failure>> {
        let limit = request.limit;
        Box::pin(
            async move { timers::within(limit, self.send(request)).await.map_err(|_| Failure::Timeout)? },
        )
    }
}

fn http_request(request: &OutboundRequest) -> Result<Request<Full<Bytes>>, Failure> {
    let target = &request.target;
    let mut http = Request::new(Full::new(request.body.clone()));
    *http.method_mut() = request.method.clone();
    *http.uri_mut() = Uri::from(target.path_and_query().clone());
    *http.headers_mut() = request.headers.clone();
    let host = HeaderValue::try_from(target.authority()).map_err(|_| Failure::ConnectionFailed)?;
    http.headers_mut().insert(HOST, host);
    Ok(http)
}

/// Reads the body up to `longest` bytes; also returns `true` if it is complete.
async fn read_body(mut body: Incoming, longest: usize) -> Result<(Bytes, bool), Failure> {
    let mut read = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| Failure::ConnectionFailed)?.into_data() else { continue };
        let room = longest - read.len();
        if data.len() > room {
            read.extend_from_slice(&data[..room]);
            return Ok((read.freeze(), false));
        }
        read.extend_from_slice(&data);
    }
    Ok((read.freeze(), true))
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Client")
    }
}
