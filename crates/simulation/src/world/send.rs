//! Sending requests.

use axum::body::to_bytes;
use futures_util::future::join_all;
use tower::ServiceExt;

use super::core::World;
use super::process::Process;
use crate::requests::{Answer, Request};
use crate::violation::{CheckResult, Violation};

/// Sends one request and waits for its response.
pub(crate) fn send(world: &World, request: &Request) -> CheckResult<Answer> {
    let mut answers = send_together(world, std::slice::from_ref(request))?;
    answers.pop().ok_or_else(|| Violation("a request without an answer".to_owned()))
}

/// Sends requests concurrently and waits for all responses.
pub(crate) fn send_together(world: &World, requests: &[Request]) -> CheckResult<Vec<Answer>> {
    let exchanges = requests.iter().map(|request| exchange(&world.process, request));
    let answers: Vec<Answer> = world.run(join_all(exchanges)).into_iter().collect::<CheckResult<_>>()?;
    for (request, answer) in requests.iter().zip(&answers) {
        note(world, request, answer);
    }
    Ok(answers)
}

async fn exchange(process: &Process, request: &Request) -> CheckResult<Answer> {
    let served = process.router.clone().oneshot(request.to_request()?).await;
    let response = served.unwrap_or_else(|never| match never {});
    let status = response.status().as_u16();
    let is_replayed = response.headers().get("idempotent-replayed").is_some_and(|value| value == "true");
    let body = to_bytes(response.into_body(), usize::MAX).await?.to_vec();
    Ok(Answer { status, body, is_replayed })
}

fn note(world: &World, request: &Request, answer: &Answer) {
    let sent = request.body.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
    let key = request.key.as_deref().unwrap_or("-");
    let method = request.method;
    let path = &request.path;
    let query = &request.query;
    let status = answer.status;
    let replayed = if answer.is_replayed { " again" } else { "" };
    let line = format!(
        "[{}] {method} {path}?{query} key {key} {sent} -> {status}{replayed} {}",
        request.tenant,
        answer.text()
    );
    world.host.trace.note(&line);
}
