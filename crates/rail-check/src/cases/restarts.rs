//! Restarts, lost memory, a store that is read-only, and the log. The command of `--restart` does what its variable
//! `CRP_STEP` says: `RESTART` kills the adapter and starts it, `COPY` keeps a copy of its store, `RESTORE` puts the copy
//! back and starts the adapter, `LOCK` and `UNLOCK` make its store read-only and writable. It ends with the code 3 for a
//! step that it does not know.

use std::process::Stdio;
use std::time::{Duration, Instant};

use causeway_rail_protocol::values::{ErrorCode, OrderState, TestScenario};
use tokio::process::Command;

use crate::cut::send_and_cut;
use crate::draft::{ORIGINATOR, OrderDraft, texts};
use crate::feed::{FeedReader, newest};
use crate::kit::{Kit, expect_code};
use crate::order::Order;
use crate::pause::{POLL, pause};
use crate::verdict::{CaseResult, expect, failed, not_tried};

use super::cuts::submit_the_missing;
use super::orders;

/// Kills in a submit.
const KILLS: u32 = 50;
/// Time within which a restarted adapter answers.
const START: Duration = Duration::from_secs(60);
/// The step after which the adapter may answer 503 to everything.
const LOCK: &str = "LOCK";
/// Exit code of a step that the command does not know.
const UNKNOWN_STEP: i32 = 3;

/// Runs a step of the restart command, and waits until the adapter tells its capabilities, which a locked store may forbid.
async fn step(kit: &Kit, name: &str) -> CaseResult {
    kit.needs_orders().await?;
    let Some(command) = &kit.plan.restart else { return Err(not_tried("needs --restart")) };
    let mut shell = Command::new("sh");
    shell.args(["-c", command.as_str()]).env("CRP_STEP", name).stdin(Stdio::null()).stdout(Stdio::null());
    let status = shell.status().await.map_err(|error| failed(format!("cannot run {command}: {error}")))?;
    if status.code() == Some(UNKNOWN_STEP) {
        return Err(not_tried(format!("the command of --restart does not know the step {name}")));
    }
    expect(status.success(), || format!("the command of --restart has failed at {name}: {status}"))?;
    if name == LOCK {
        return Ok(());
    }
    let began = Instant::now();
    while let Err(stop) = kit.ask_capabilities().await {
        if began.elapsed() >= START {
            return Err(stop);
        }
        pause(POLL).await;
    }
    Ok(())
}

pub(crate) async fn survives(kit: &Kit) -> CaseResult {
    step(kit, "RESTART").await?;
    let settled = orders::settling(kit).await?;
    kit.submit(&settled).await?;
    let record = kit.reach(&settled, &[OrderState::Settled]).await?;
    let barred = orders::settling(kit).await?;
    kit.remember(&barred);
    kit.cancel(&barred).await?;
    let tombstone = kit.record(&barred).await?;
    let start = kit.start().await?;
    let mut before = FeedReader::behind(kit, start);
    before.finish(500).await?;
    let memory = newest(kit).await?;
    step(kit, "RESTART").await?;
    for (order, known) in [(&settled, &record), (&barred, &tombstone)] {
        let now = kit.record(order).await?;
        expect(now.has_content_of(known), || format!("a restart has changed {}", order.name()))?;
    }
    expect(newest(kit).await?.id == memory.id, || "a restart has changed the memory's id".to_owned())?;
    let mut after = FeedReader::behind(kit, start);
    after.finish(500).await?;
    after.items.truncate(before.items.len());
    expect(after.items == before.items, || "a restart has changed items of the feed".to_owned())
}

/// Kills the adapter at another moment of each submit.
pub(crate) async fn in_submit(kit: &Kit) -> CaseResult {
    let mut orders = Vec::new();
    for kill in 0..KILLS {
        let order = orders::settling(kit).await?;
        kit.remember(&order);
        let signed = kit.sign(kit.target(order.submit_call())?, order.bytes());
        let wait = Duration::from_millis(2) * kill;
        send_and_cut(kit, &signed.wire.bytes(&kit.plan.authority), wait).await?;
        step(kit, "RESTART").await?;
        orders.push(order);
    }
    settle_once(kit, &orders).await
}

/// Kills the adapter after the answer, while it tells its partner.
pub(crate) async fn while_telling(kit: &Kit) -> CaseResult {
    kit.needs_orders().await?;
    let mut orders = Vec::new();
    for kill in 0..KILLS / 5 {
        let order = orders::settling(kit).await?;
        kit.submit(&order).await?;
        pause(Duration::from_millis(10) * kill).await;
        step(kit, "RESTART").await?;
        orders.push(order);
    }
    settle_once(kit, &orders).await
}

/// Submits what the adapter does not have, and checks that each order settles by legal moves, once.
async fn settle_once(kit: &Kit, orders: &[Order]) -> CaseResult {
    submit_the_missing(kit, orders).await?;
    for order in orders {
        kit.reach(order, &[OrderState::Settled]).await?;
        orders::is_once(kit, order).await?;
    }
    Ok(())
}

/// Puts an older copy of the store back, and lets it grow past its old end: an item must have another mark, or the memory
/// another id.
pub(crate) async fn put_back(kit: &Kit) -> CaseResult {
    step(kit, "COPY").await?;
    let copied = newest(kit).await?;
    let lost = orders::settling(kit).await?;
    kit.submit(&lost).await?;
    kit.reach(&lost, &[OrderState::Settled]).await?;
    let mut before = FeedReader::behind(kit, copied.sequence);
    before.finish(500).await?;
    step(kit, "RESTORE").await?;
    let restored = newest(kit).await?;
    let has_gone_back = restored.sequence < before.after;
    while newest(kit).await?.sequence < before.after {
        let more = orders::settling(kit).await?;
        kit.submit(&more).await?;
        kit.reach(&more, &[OrderState::Settled]).await?;
    }
    let mut after = FeedReader::behind(kit, copied.sequence);
    let read = after.finish(500).await;
    let other = newest(kit).await?.id != copied.id;
    let marks = |reader: &FeedReader<'_>| reader.items.first().map(|item| item.mark);
    let shows = other || read.is_err() || marks(&after) != marks(&before);
    expect(shows && (other || has_gone_back), || {
        "a store that was put back has the same id and the same marks as before".to_owned()
    })?;
    // What was lost belongs to another memory: the checks of all orders begin anew.
    kit.forget(&lost);
    Ok(())
}

pub(crate) async fn read_only(kit: &Kit) -> CaseResult {
    let order = orders::settling(kit).await?;
    kit.submit(&order).await?;
    step(kit, LOCK).await?;
    let outcome = answers_503(kit, &order).await;
    step(kit, "UNLOCK").await?;
    outcome?;
    kit.reach(&order, &[OrderState::Settled]).await.map(drop)
}

/// Checks that nothing is stored, and that a stored order is never `ORDER_NOT_FOUND`. Of an order that was never stored, a
/// store that can be read may say so.
async fn answers_503(kit: &Kit, stored: &Order) -> CaseResult {
    let new = orders::settling(kit).await?;
    let submitted = kit.call(new.submit_call(), new.bytes()).await?;
    expect_code(&submitted, &[ErrorCode::Unavailable])?;
    let known = kit.call(stored.status_call(), b"").await?;
    expect(matches!(known.status, 200 | 503), || format!("status {} of a stored order", known.status))?;
    let unknown = kit.call(new.status_call(), b"").await?;
    expect_code(&unknown, &[ErrorCode::Unavailable, ErrorCode::OrderNotFound]).map(drop)
}

/// Looks for names and accounts of this check in the log.
pub(crate) async fn log(kit: &Kit) -> CaseResult {
    let capabilities = kit.needs_orders().await?;
    let Some(path) = &kit.plan.adapter_log else { return Err(not_tried("needs --adapter-log")) };
    let draft = OrderDraft::to(kit, TestScenario::Settles).await?;
    let order = draft.write(kit).await?;
    kit.submit(&order).await?;
    kit.reach(&order, &[OrderState::Settled]).await?;
    let log =
        std::fs::read(path).map_err(|error| failed(format!("cannot read {}: {error}", path.display())))?;
    let log = String::from_utf8_lossy(&log);
    let destinations =
        TestScenario::ALL.iter().filter_map(|scenario| capabilities.test_destination(*scenario));
    let mut private: Vec<String> =
        destinations.flat_map(|found| texts(found).map(|(_, text)| text.to_owned())).collect();
    private.push(ORIGINATOR.to_owned());
    // A code of a bank is no secret, and short texts are found by chance.
    private.retain(|text| text.len() >= 8 && !is_bank_code(text));
    let found = private.iter().position(|text| log.contains(text.as_str()));
    expect(found.is_none(), || "the log holds an account or a name of this check".to_owned())
}

/// Returns `true` for a BIC.
fn is_bank_code(text: &str) -> bool {
    let is_bic = matches!(text.len(), 8 | 11)
        && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let has_letters = text.bytes().take(6).all(|byte| byte.is_ascii_uppercase());
    is_bic && has_letters
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that codes of banks are told from accounts.
    #[test]
    fn codes_of_banks_are_no_accounts() {
        assert!(is_bank_code("COBADEFF") && is_bank_code("COBADEFFXXX"));
        assert!(!is_bank_code("900000000") && !is_bank_code("DE89370400440532013000"));
    }
}
