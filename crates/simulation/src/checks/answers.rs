//! Sending requests and holding each answer against what it must be.

use std::str::FromStr;

use causeway_store::outbox::{self, Filter};
use causeway_wire::Code;
use causeway_wire::table::{Auth, ExternalAccounts, Operation, Sandbox};

use super::{balances, outcomes};
use crate::areas::{Shown, area_of};
use crate::requests::{Answer, Expects, Request};
use crate::violation::{Checked, Violation, ensure};
use crate::world::{Remembered, World, send, send_together};

/// Answers that are kept to be asked for again, for each platform.
const REMEMBERED: usize = 40;

/// What surrounded a request.
struct Circumstances {
    /// Whether faults were injected meanwhile.
    had_faults: bool,
    /// Whether no other request was under way.
    is_alone: bool,
    /// Events of the platform before it.
    events_before: i64,
}

/// Sends requests, all at once, and checks what came of them.
pub(crate) fn submit(world: &mut World, requests: &[Request]) -> Checked {
    let Some(first) = requests.first() else { return Ok(()) };
    let events_before = world.without_faults(|world| {
        outcomes::follow(world)?;
        count_events(world, first.tenant)
    })?;
    let before = world.host.fault_plan.injected();
    let answers = send_together(world, requests)?;
    let crashed = world.process.is_dead();
    let had_faults = world.host.fault_plan.injected() != before;
    if crashed {
        world.restart()?;
    }
    let circumstances =
        Circumstances { had_faults, is_alone: requests.len() == 1 && !crashed, events_before };
    world.without_faults(|world| {
        let mut unknown = Vec::new();
        for (request, answer) in requests.iter().zip(&answers) {
            world.host.counts.request(request.operation, answer.status);
            if crashed && answer.is_failure() {
                unknown.push(request);
            } else {
                check(world, request, answer, &circumstances)?;
            }
        }
        // After those that were answered, which may have been the first with their keys; and those with a key
        // first, because their repetition shows what they did, while the others can only be looked for.
        unknown.sort_by_key(|request| request.honoured_key().is_none());
        unknown.into_iter().try_for_each(|request| resolve(world, request))?;
        // Coins that cannot be used are back within the request that brings them.
        outcomes::follow(world)?;
        balances::check(world)
    })
}

/// Checks one answer, and learns from it.
fn check(world: &mut World, request: &Request, answer: &Answer, circumstances: &Circumstances) -> Checked {
    check_answer(request, answer, circumstances.had_faults)?;
    let is_call = request.method == request.operation.meta().method.as_str();
    let has_effect = answer.is_success() && !answer.is_replayed && is_call;
    let may_leave_an_event = is_test_webhook(request) || is_failed_proof(request, answer);
    if circumstances.is_alone && !has_effect && !may_leave_an_event {
        let events = count_events(world, request.tenant)?;
        ensure(events == circumstances.events_before, || {
            format!("{} {} changed nothing and left an event", request.method, request.path)
        })?;
    }
    if has_effect {
        learn(world, request, answer)?;
        if circumstances.is_alone {
            confirm(world, request, answer)?;
        }
    }
    remember(world, request, answer);
    Ok(())
}

/// A wrong signature uses its challenge up: the account is unverified from then on (money 4.6).
fn is_failed_proof(request: &Request, answer: &Answer) -> bool {
    let is_proof = matches!(
        request.operation,
        Operation::ExternalAccounts(
            ExternalAccounts::VerifyExternalAccountOwnership
                | ExternalAccounts::VerifyPlatformExternalAccountOwnership
        )
    );
    is_proof && answer.status == 400
}

/// A test that is not answered leaves its event all the same.
fn is_test_webhook(request: &Request) -> bool {
    request.operation == Operation::Sandbox(Sandbox::SendTestWebhook)
}

fn check_answer(request: &Request, answer: &Answer, had_faults: bool) -> Checked {
    let exchange = || format!("{} {}: {} {}", request.method, request.path, answer.status, answer.text());
    if answer.is_failure() {
        return ensure(had_faults, || format!("a failure without a fault: {}", exchange()));
    }
    if answer.status >= 400 && request.method != "HEAD" {
        let body = answer.json();
        let is_whole = body["status"] == answer.status && body["message"].is_string();
        ensure(is_whole && Code::from_str(&answer.code()).is_ok(), || {
            format!("not an error body: {}", exchange())
        })?;
    }
    let expected = match &request.expects {
        Expects::Answer => true,
        Expects::Success => answer.is_success() || had_faults,
        Expects::ApiError => !answer.is_success(),
        Expects::Status(status) => answer.status == *status,
        Expects::Replay { status, body } => {
            answer.is_replayed && answer.status == *status && answer.body == *body
        }
        Expects::KeyReused => {
            answer.status == 409 && answer.json()["details"]["reason"] == "IDEMPOTENCY_KEY_REUSED"
        }
    };
    ensure(expected, || format!("expected {:?}: {}", request.expects, exchange()))
}

/// Keeps the answer to a keyed request, if the service must keep it too (conventions 9).
fn remember(world: &mut World, request: &Request, answer: &Answer) {
    // Or a little later: the clock has gone on since it was looked at.
    let (at, rng) = (world.tenants[request.tenant].clock, world.rng());
    let is_first = matches!(request.expects, Expects::Answer | Expects::Success);
    let is_agents = request.operation.meta().auth == Auth::Agent;
    if is_agents
        || request.honoured_key().is_none()
        || !is_first
        || !is_kept(answer)
        || request.method != "POST"
    {
        return;
    }
    let kept = Remembered { request: request.clone(), status: answer.status, body: answer.body.clone(), at };
    let all = &mut world.tenants[request.tenant].remembered;
    if all.len() < REMEMBERED {
        all.push(kept);
    } else {
        all[rng.index(REMEMBERED)] = kept;
    }
}

fn is_kept(answer: &Answer) -> bool {
    if answer.is_success() {
        return true;
    }
    let body = answer.json();
    let reason = body["details"]["reason"].as_str().unwrap_or_default();
    let leaves_key_free = Code::from_str(&answer.code()).is_ok_and(Code::leaves_key_free);
    answer.status < 500 && answer.status != 413 && !leaves_key_free && !reason.starts_with("IDEMPOTENCY_")
}

fn count_events(world: &World, tenant: usize) -> Checked<i64> {
    let platform = world.tenants[tenant].id;
    let count = world.read(move |tx| outbox::count(tx, platform, &Filter::default()))?;
    count.ok_or_else(|| Violation("too many events to count".to_owned()))
}

/// Takes in what a request has done, which it does once under its key.
fn learn(world: &mut World, request: &Request, answer: &Answer) -> Checked {
    if let Some(key) = request.honoured_key() {
        let name = (request.path.clone(), key.to_owned());
        let is_first = world.tenants[request.tenant].carried_out.insert(name);
        ensure(is_first, || format!("{} was carried out twice under the key {key}", request.path))?;
    }
    area_of(&request.operation).learn(world, request, &answer.json())
}

/// What was answered with success is there for everybody who looks.
fn confirm(world: &World, request: &Request, answer: &Answer) -> Checked {
    let mut body = answer.json();
    let by_first_token = |look: Request| look.authorized_by(world.tenants[request.tenant].first_token());
    match area_of(&request.operation).verify(request, &body) {
        None => Ok(()),
        Some(Shown::Nothing(look)) => {
            let look = by_first_token(look);
            send(world, &look)?.expect_status(404, &look)
        }
        Some(Shown::Same(look)) => {
            let look = by_first_token(look);
            let seen = send(world, &look)?;
            seen.expect_status(200, &look)?;
            if let Some(members) = body.as_object_mut() {
                // Shown this once.
                members.shift_remove("clientSecret");
            }
            ensure(seen.json() == body, || {
                format!(
                    "{} {} answered {body}, and then there is {}",
                    request.method,
                    request.path,
                    seen.text()
                )
            })
        }
    }
}

/// Finds out what became of a request that the process crashed over. A keyed one is simply repeated.
fn resolve(world: &mut World, request: &Request) -> Checked {
    match request.expects {
        Expects::Answer | Expects::Success | Expects::Replay { .. } | Expects::KeyReused => {}
        // It cannot have been carried out.
        Expects::ApiError | Expects::Status(_) => return Ok(()),
    }
    if request.method != request.operation.meta().method.as_str() {
        return Ok(());
    }
    // What an agent may send changes with its policy: what it has moved is looked for instead.
    match request.honoured_key().filter(|_| request.operation.meta().auth == Auth::Basic) {
        Some(key) => repeat(world, request, key),
        None => area_of(&request.operation).resolve(world, request),
    }
}

fn repeat(world: &mut World, request: &Request, key: &str) -> Checked {
    // Its own token may have been deleted meanwhile.
    let again = request.clone().authorized_by(world.tenants[request.tenant].first_token());
    let mut answer = send(world, &again)?;
    let is_known =
        world.tenants[request.tenant].carried_out.contains(&(request.path.clone(), key.to_owned()));
    if matches!(request.expects, Expects::Answer | Expects::Success) && !is_known {
        // Its first answer was lost: this one says the same.
        answer.is_replayed = false;
    }
    let circumstances = Circumstances { had_faults: false, is_alone: false, events_before: 0 };
    check(world, &again, &answer, &circumstances)
}
