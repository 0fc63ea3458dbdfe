//! One HTTP exchange on a connection of its own.

use std::time::Duration;

use bytes::Bytes;
use causeway_rail_protocol::limits::PAGE_BODY;
use causeway_rail_protocol::signing::RequestTarget;
use http_body_util::{BodyExt, Full, Limited};
use hyper::client::conn::http1;
use hyper::header::HOST;
use hyper_util::rt::TokioIo;
use tokio::time::timeout;

use crate::plan::CheckPlan;

/// A request as it is sent.
#[derive(Debug, Clone)]
pub(crate) struct WireRequest {
    pub(crate) target: RequestTarget,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// An answer as it was received.
#[derive(Debug, Clone)]
pub(crate) struct WireAnswer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, Vec<u8>)>,
    pub(crate) body: Bytes,
}

impl WireRequest {
    /// Writes the request for a connection that closes after it.
    pub(crate) fn bytes(&self, authority: &str) -> Vec<u8> {
        let Self { target, headers, body } = self;
        let mut head =
            format!("{} {} HTTP/1.1\r\nHost: {authority}\r\n", target.method(), target.path_and_query());
        for (name, value) in headers {
            head.push_str(name);
            head.push_str(": ");
            head.push_str(value);
            head.push_str("\r\n");
        }
        head.push_str(&format!("Content-Length: {}\r\nConnection: close\r\n\r\n", body.len()));
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(body);
        bytes
    }

    /// Replaces the value of a header.
    pub(crate) fn with_header(mut self, name: &str, value: &str) -> Self {
        for (_, known) in self.headers.iter_mut().filter(|(known, _)| known.eq_ignore_ascii_case(name)) {
            value.clone_into(known);
        }
        self
    }
}

/// Sends a request and reads the whole answer within the time.
///
/// # Errors
/// The reason why there is no answer, in words.
pub(crate) async fn send(
    plan: &CheckPlan,
    request: &WireRequest,
    limit: Duration,
) -> Result<WireAnswer, String> {
    let answered = timeout(limit, exchange(plan, request)).await;
    answered.unwrap_or_else(|_| Err(format!("no answer within {limit:?}")))
}

async fn exchange(plan: &CheckPlan, request: &WireRequest) -> Result<WireAnswer, String> {
    let stream = plan.dial.open().await.map_err(|error| format!("cannot connect: {error}"))?;
    let begun = http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = begun.map_err(|error| format!("no HTTP/1.1: {error}"))?;
    let driver = tokio::spawn(connection);
    let mut builder = hyper::Request::builder()
        .method(request.target.method())
        .uri(request.target.path_and_query())
        .header(HOST, &plan.authority);
    for (name, value) in &request.headers {
        builder = builder.header(name, value);
    }
    let request = builder.body(Full::new(Bytes::copy_from_slice(&request.body)));
    let request = request.map_err(|error| format!("not a request: {error}"))?;
    let response = sender.send_request(request).await.map_err(|error| format!("no answer: {error}"))?;
    let (head, body) = response.into_parts();
    let whole = Limited::new(body, PAGE_BODY).collect().await;
    driver.abort();
    let body = whole.map_err(|error| format!("the answer has no end: {error}"))?.to_bytes();
    let headers =
        head.headers.iter().map(|(name, value)| (name.to_string(), value.as_bytes().to_vec())).collect();
    Ok(WireAnswer { status: head.status.as_u16(), headers, body })
}
