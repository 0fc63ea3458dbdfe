//! The adapter's HTTP.

use std::fmt;
use std::future;
use std::sync::Arc;

use bytes::Bytes;
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
use super::reply::{Delivery, Reply};
use super::request::{LocalRequest, ReadRequest};
use super::state::{AdapterState, ServiceSide};

/// The longest body that is read.
const BODY: usize = 1024 * 1024;

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

impl AdapterState {
    async fn answer(&self, request: hyper::Request<Incoming>) -> Result<Response<ReplyBody>, CutConnection> {
        let (head, body) = request.into_parts();
        let body = Limited::new(body, BODY).collect().await.map_err(|_| CutConnection)?.to_bytes();
        let read = ReadRequest::of(&LocalRequest {
            method: head.method.as_str(),
            path: head.uri.path(),
            query: head.uri.query(),
            headers: head.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes())).collect(),
            body,
        });
        let read = read.ok_or(CutConnection)?;
        let side = self.service().ok_or(CutConnection)?;
        let reply = self.reply(&read, side);
        self.deliver(&reply, &read, side).await
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
}

fn built(
    response: hyper::http::response::Builder,
    body: ReplyBody,
) -> Result<Response<ReplyBody>, CutConnection> {
    response.body(body).map_err(|_| CutConnection)
}
