//! Sending requests and reading the answers.

use axum::body::to_bytes;
use futures_util::future::join_all;
use serde_json::Value;
use tower::ServiceExt;

use super::Shot;
use crate::broken::{Broken, Holds, must};
use crate::world::{Process, World};

/// An answer.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    /// Whether it says that it is the answer to an earlier request.
    pub(crate) is_replayed: bool,
}

impl Answer {
    pub(crate) const fn is_success(&self) -> bool {
        matches!(self.status, 200..=299)
    }

    /// Whether the service failed; that something is not offered is no failure.
    pub(crate) const fn is_failure(&self) -> bool {
        self.status >= 500 && self.status != 501
    }

    /// The body; null where it is no JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The code of a refusal.
    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn must_be(&self, status: u16, shot: &Shot) -> Holds {
        must(self.status == status, || {
            format!("{} {} must be {status}, and is {}: {}", shot.method, shot.path, self.status, self.text())
        })
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Sends one request and waits for its answer.
pub(crate) fn send(world: &World, shot: &Shot) -> Holds<Answer> {
    let mut answers = send_together(world, std::slice::from_ref(shot))?;
    answers.pop().ok_or_else(|| Broken("a request without an answer".to_owned()))
}

/// Sends requests at once, so that they go side by side wherever one waits, and waits for all answers.
pub(crate) fn send_together(world: &World, shots: &[Shot]) -> Holds<Vec<Answer>> {
    let requests = shots.iter().map(|shot| exchange(&world.process, shot));
    let answers: Vec<Answer> = world.run(join_all(requests)).into_iter().collect::<Holds<_>>()?;
    for (shot, answer) in shots.iter().zip(&answers) {
        note(world, shot, answer);
    }
    Ok(answers)
}

async fn exchange(process: &Process, shot: &Shot) -> Holds<Answer> {
    let served = process.router.clone().oneshot(shot.to_request()?).await;
    let response = served.unwrap_or_else(|never| match never {});
    let status = response.status().as_u16();
    let is_replayed = response.headers().get("idempotent-replayed").is_some_and(|value| value == "true");
    let body = to_bytes(response.into_body(), usize::MAX).await?.to_vec();
    Ok(Answer { status, body, is_replayed })
}

fn note(world: &World, shot: &Shot, answer: &Answer) {
    let sent = shot.body.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
    let key = shot.key.as_deref().unwrap_or("-");
    let (method, path, query, status) = (shot.method, &shot.path, &shot.query, answer.status);
    let replayed = if answer.is_replayed { " again" } else { "" };
    let line = format!(
        "[{}] {method} {path}?{query} key {key} {sent} -> {status}{replayed} {}",
        shot.tenant,
        answer.text()
    );
    world.lasting.trace.note(&line);
}
