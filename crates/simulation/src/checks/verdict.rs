//! Sending requests and holding each answer against what it must be.

use std::str::FromStr;

use causeway_store::outbox::{self, Filter};
use causeway_wire::Code;
use causeway_wire::table::{Customers, ExternalAccounts, Operation, Platform, Quotes, Sandbox, Tokens};
use serde_json::Value;

use super::{balances, doubt, later, learn};
use crate::broken::{Broken, Holds, must};
use crate::requests::{Answer, Expects, Shot, send, send_together};
use crate::world::{Remembered, World};

/// Answers that are kept to be asked for again, for each platform.
const REMEMBERED: usize = 40;

/// What surrounded a request.
pub(super) struct Circumstances {
    /// Whether anything misbehaved meanwhile.
    pub(super) is_disturbed: bool,
    /// Whether no other request was under way.
    pub(super) is_alone: bool,
    /// Events of the platform before it.
    pub(super) events_before: i64,
}

/// Sends requests, all at once, and checks what came of them.
pub(crate) fn fire(world: &mut World, shots: &[Shot]) -> Holds {
    let Some(first) = shots.first() else { return Ok(()) };
    let events_before = world.in_calm(|world| {
        later::follow(world)?;
        count_events(world, first.tenant)
    })?;
    let before = world.lasting.weather.disturbances();
    let answers = send_together(world, shots)?;
    let died = world.process.is_dead();
    let is_disturbed = world.lasting.weather.disturbances() != before;
    if died {
        world.restart()?;
    }
    let circumstances = Circumstances { is_disturbed, is_alone: shots.len() == 1 && !died, events_before };
    world.in_calm(|world| {
        let mut in_doubt = Vec::new();
        for (shot, answer) in shots.iter().zip(&answers) {
            world.lasting.counts.request(shot.operation, answer.status);
            if died && answer.is_failure() {
                in_doubt.push(shot);
            } else {
                judge(world, shot, answer, &circumstances)?;
            }
        }
        // After those that were answered, which may have been the first with their keys; and those with a key
        // first, because their repetition tells what they did, while the others can only be looked for.
        in_doubt.sort_by_key(|shot| shot.honoured_key().is_none());
        in_doubt.into_iter().try_for_each(|shot| doubt::resolve(world, shot))?;
        balances::check(world)
    })
}

/// Checks one answer, and learns from it.
pub(super) fn judge(world: &mut World, shot: &Shot, answer: &Answer, circumstances: &Circumstances) -> Holds {
    check_answer(shot, answer, circumstances.is_disturbed)?;
    let is_call = shot.method == shot.operation.meta().method.as_str();
    let has_effect = answer.is_success() && !answer.is_replayed && is_call;
    if circumstances.is_alone && !has_effect && !is_test_webhook(shot) {
        let events = count_events(world, shot.tenant)?;
        must(events == circumstances.events_before, || {
            format!("{} {} changed nothing and left an event", shot.method, shot.path)
        })?;
    }
    if has_effect {
        learn::learn(world, shot, answer)?;
        if circumstances.is_alone {
            confirm(world, shot, answer)?;
        }
    }
    remember(world, shot, answer);
    Ok(())
}

/// A test that is not answered leaves its event all the same.
fn is_test_webhook(shot: &Shot) -> bool {
    shot.operation == Operation::Sandbox(Sandbox::SendTestWebhook)
}

fn check_answer(shot: &Shot, answer: &Answer, is_disturbed: bool) -> Holds {
    let told = || format!("{} {}: {} {}", shot.method, shot.path, answer.status, answer.text());
    if answer.is_failure() {
        return must(is_disturbed, || format!("a failure without a fault: {}", told()));
    }
    if answer.status >= 400 && shot.method != "HEAD" {
        let body = answer.json();
        let is_whole = body["status"] == answer.status && body["message"].is_string();
        must(is_whole && Code::from_str(&answer.code()).is_ok(), || {
            format!("not an error body: {}", told())
        })?;
    }
    let expected = match &shot.expects {
        Expects::Answer => true,
        Expects::Success => answer.is_success() || is_disturbed,
        Expects::ApiError => !answer.is_success(),
        Expects::Status(status) => answer.status == *status,
        Expects::Replay { status, body } => {
            answer.is_replayed && answer.status == *status && answer.body == *body
        }
        Expects::KeyReused => {
            answer.status == 409 && answer.json()["details"]["reason"] == "IDEMPOTENCY_KEY_REUSED"
        }
    };
    must(expected, || format!("expected {:?}: {}", shot.expects, told()))
}

/// Keeps the answer to a keyed request, if the service must keep it too (conventions 9).
fn remember(world: &mut World, shot: &Shot, answer: &Answer) {
    let (at, dice) = (world.now(), world.dice());
    let is_first = matches!(shot.expects, Expects::Answer | Expects::Success);
    if shot.honoured_key().is_none() || !is_first || !is_kept(answer) || shot.method != "POST" {
        return;
    }
    let kept = Remembered { shot: shot.clone(), status: answer.status, body: answer.body.clone(), at };
    let all = &mut world.tenants[shot.tenant].remembered;
    if all.len() < REMEMBERED {
        all.push(kept);
    } else {
        all[dice.place(REMEMBERED)] = kept;
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

fn count_events(world: &World, tenant: usize) -> Holds<i64> {
    let platform = world.tenants[tenant].id;
    let count = world.read(move |tx| outbox::count(tx, platform, &Filter::default()))?;
    count.ok_or_else(|| Broken("too many events to count".to_owned()))
}

/// What was answered with success is there for everybody who looks.
fn confirm(world: &World, shot: &Shot, answer: &Answer) -> Holds {
    let Some((look, is_there)) = look_after(world, shot, answer) else { return Ok(()) };
    let seen = send(world, &look)?;
    if !is_there {
        return seen.must_be(404, &look);
    }
    seen.must_be(200, &look)?;
    let mut told = answer.json();
    if let Some(members) = told.as_object_mut() {
        // Shown this once.
        members.shift_remove("clientSecret");
    }
    must(seen.json() == told, || {
        format!("{} {} answered {told}, and then there is {}", shot.method, shot.path, seen.text())
    })
}

/// Where to look for what a request has done, and whether it must be there.
fn look_after(world: &World, shot: &Shot, answer: &Answer) -> Option<(Shot, bool)> {
    let token = world.tenants[shot.tenant].first_token();
    let look = |operation| Shot::new(shot.tenant, operation, token);
    let told: Value = answer.json();
    let id = told["id"].as_str().unwrap_or_default().to_owned();
    match shot.operation {
        Operation::Platform(Platform::UpdatePlatformConfig) => {
            Some((look(Operation::Platform(Platform::GetPlatformConfig)), true))
        }
        Operation::Tokens(Tokens::CreateToken) => {
            Some((look(Operation::Tokens(Tokens::GetTokenById)).of(id), true))
        }
        Operation::Tokens(Tokens::DeleteTokenById) => {
            Some((look(Operation::Tokens(Tokens::GetTokenById)).of(shot.path_id()?), false))
        }
        Operation::Customers(
            Customers::CreateCustomer | Customers::UpdateCustomerById | Customers::DeleteCustomerById,
        ) => Some((look(Operation::Customers(Customers::GetCustomerById)).of(id), true)),
        Operation::ExternalAccounts(ExternalAccounts::CreateCustomerExternalAccount) => {
            // An account of the platform itself is shown elsewhere.
            let operation = Operation::ExternalAccounts(ExternalAccounts::GetCustomerExternalAccountById);
            told.get("customerId").map(|_| (look(operation).of(id), true))
        }
        Operation::ExternalAccounts(ExternalAccounts::CreatePlatformExternalAccount) => {
            let operation = Operation::ExternalAccounts(ExternalAccounts::GetPlatformExternalAccountById);
            Some((look(operation).of(id), true))
        }
        Operation::ExternalAccounts(ExternalAccounts::DeleteCustomerExternalAccountById) => {
            let operation = Operation::ExternalAccounts(ExternalAccounts::GetCustomerExternalAccountById);
            Some((look(operation).of(shot.path_id()?), false))
        }
        Operation::ExternalAccounts(ExternalAccounts::DeletePlatformExternalAccountById) => {
            let operation = Operation::ExternalAccounts(ExternalAccounts::GetPlatformExternalAccountById);
            Some((look(operation).of(shot.path_id()?), false))
        }
        Operation::Quotes(Quotes::CreateQuote | Quotes::ExecuteQuote) => {
            Some((look(Operation::Quotes(Quotes::GetQuoteById)).of(id), true))
        }
        _ => None,
    }
}
