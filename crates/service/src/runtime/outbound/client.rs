//! The client: one request, one answer, bounded in time and size.

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
use super::{Failure, OutboundRequest, Reply, Transport};
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

    async fn send(&self, exchange: OutboundRequest) -> Result<Reply, Failure> {
        let idle_connection =
            if exchange.is_only_attempt { None } else { self.idle.take(&ConnectionKey::of(&exchange)) };
        let may_have_arrived = idle_connection.is_some();
        if let Some(mut connection) = idle_connection {
            match connection.send(request(&exchange)?).await {
                Ok(response) => return self.read(response, &exchange, connection).await,
                Err(Interruption::HalfAnswered) => return Err(Failure::ConnectionFailed),
                // The host had closed the connection, perhaps before the request reached it.
                Err(Interruption::Unanswered) => {}
            }
        }
        let dialled = self.dialer.dial(&exchange.target, exchange.reach).await;
        let mut connection = dialled.map_err(|failure| match failure {
            Failure::Unconnected | Failure::Dns | Failure::Tls if may_have_arrived => {
                Failure::ConnectionFailed
            }
            failure => failure,
        })?;
        let sent = connection.send(request(&exchange)?).await;
        let response = sent.map_err(|_: Interruption| Failure::ConnectionFailed)?;
        self.read(response, &exchange, connection).await
    }

    async fn read(
        &self,
        response: Response<Incoming>,
        exchange: &OutboundRequest,
        connection: Connection,
    ) -> Result<Reply, Failure> {
        let status = response.status().as_u16();
        let (body, complete) = read_body(response.into_body(), exchange.body_max).await?;
        if complete && !connection.is_closed() {
            self.idle.put(ConnectionKey::of(exchange), connection);
        }
        Ok(Reply { status, body })
    }
}

impl Transport for Client {
    fn exchange(&self, exchange: OutboundRequest) -> BoxFuture<'_, Result<Reply, Failure>> {
        let limit = exchange.limit;
        Box::pin(
            async move { timers::within(limit, self.send(exchange)).await.map_err(|_| Failure::Timeout)? },
        )
    }
}

fn request(exchange: &OutboundRequest) -> Result<Request<Full<Bytes>>, Failure> {
    let target = &exchange.target;
    let mut request = Request::new(Full::new(exchange.body.clone()));
    *request.method_mut() = exchange.method.clone();
    *request.uri_mut() = Uri::from(target.path_and_query().clone());
    *request.headers_mut() = exchange.headers.clone();
    let host = HeaderValue::try_from(target.authority()).map_err(|_| Failure::ConnectionFailed)?;
    request.headers_mut().insert(HOST, host);
    Ok(request)
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
