//! Sending requests.

use axum::body::to_bytes;
use futures_util::future::join_all;
use tower::ServiceExt;

use super::core::World;
use super::process::Process;
use crate::requests::{Request, Response};
use crate::violation::{CheckResult, Violation};

/// Sends one request and waits for its response.
pub(crate) fn send(world: &World, request: &Request) -> CheckResult<Response> {
    let mut responses = send_together(world, std::slice::from_ref(request))?;
    responses.pop().ok_or_else(|| Violation("a request without a response".to_owned()))
}

/// Sends requests concurrently and waits for all responses.
pub(crate) fn send_together(world: &World, requests: &[Request]) -> CheckResult<Vec<Response>> {
    let exchanges = requests.iter().map(|request| exchange(&world.process, request));
    let responses: Vec<Response> = world.run(join_all(exchanges)).into_iter().collect::<CheckResult<_>>()?;
    for (request, response) in requests.iter().zip(&responses) {
        note(world, request, response);
    }
    Ok(responses)
}

async fn exchange(process: &Process, request: &Request) -> CheckResult<Response> {
    let served = process.router.clone().oneshot(request.to_request()?).await;
    let response = served.unwrap_or_else(|never| match never {});
    let status = response.status().as_u16();
    let is_replayed = response.headers().get("idempotent-replayed").is_some_and(|value| value == "true");
    let body = to_bytes(response.into_body(), usize::MAX).await?.to_vec();
    Ok(Response { status, body, is_replayed })
}

fn note(world: &World, request: &Request, response: &Response) {
    let body = request.body.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
    let key = request.key.as_deref().unwrap_or("-");
    let method = request.method;
    let path = &request.path;
    let query = &request.query;
    let status = response.status;
    let replayed = if response.is_replayed { " again" } else { "" };
    let line = format!(
        "[{}] {method} {path}?{query} key {key} {body} -> {status}{replayed} {}",
        request.tenant,
        response.text()
    );
    world.host.trace.note(&line);
}
