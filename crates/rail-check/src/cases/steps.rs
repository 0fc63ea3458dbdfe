//! The steps of the command of `--restart` (rails 18).

use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tokio::process::Command;

use crate::kit::Kit;
use crate::order::Order;
use crate::pause::{POLL, pause};
use crate::verdict::{CaseResult, expect, failed, not_tried};

/// Time within which a restarted adapter answers.
const START: Duration = Duration::from_secs(60);
/// The variable that names the step.
const STEP: &str = "CRP_STEP";
/// The variable with the reference of an order, for the step that counts its payments.
const REFERENCE: &str = "CRP_REFERENCE";
/// The step that prints the number of payments that the partner has booked with a reference.
const PAID: &str = "PAID";
/// Exit code of a step that the command does not know.
const UNKNOWN_STEP: i32 = 3;

/// A step that changes the adapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Restart,
    Copy,
    Restore,
    Lock,
    Unlock,
}

impl Step {
    const fn name(self) -> &'static str {
        match self {
            Self::Restart => "RESTART",
            Self::Copy => "COPY",
            Self::Restore => "RESTORE",
            Self::Lock => "LOCK",
            Self::Unlock => "UNLOCK",
        }
    }
}

/// Does a step, and waits until the adapter tells its capabilities, which a locked store may forbid.
pub(crate) async fn step(kit: &Kit, step: Step) -> CaseResult {
    let mut command = command(kit, step.name()).await?;
    let status = command.stdout(Stdio::null()).status().await;
    expect_done(step.name(), status.map_err(|error| failed(format!("cannot run a shell: {error}")))?)?;
    if step == Step::Lock {
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

/// Returns the number of payments that the partner has booked for an order.
pub(crate) async fn payments(kit: &Kit, order: &Order) -> CaseResult<u32> {
    let mut command = command(kit, PAID).await?;
    command.env(REFERENCE, order.submission().references().end_to_end_id.to_string());
    let output = command.output().await.map_err(|error| failed(format!("cannot run a shell: {error}")))?;
    expect_done(PAID, output.status)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let printed = printed.trim();
    printed
        .parse()
        .map_err(|_| failed(format!("the step {PAID} has printed {printed:?} instead of a number")))
}

/// Returns the command of `--restart` for a step.
async fn command(kit: &Kit, step: &str) -> CaseResult<Command> {
    kit.needs_orders().await?;
    let Some(restart) = &kit.plan.restart else { return Err(not_tried("needs --restart")) };
    let mut command = Command::new("sh");
    command.args(["-c", restart.as_str()]).env(STEP, step).stdin(Stdio::null());
    Ok(command)
}

/// Stops a case unless its step is done.
fn expect_done(step: &str, status: ExitStatus) -> CaseResult {
    if status.code() == Some(UNKNOWN_STEP) {
        return Err(not_tried(format!("the command of --restart does not know the step {step}")));
    }
    expect(status.success(), || format!("the command of --restart has failed at {step}: {status}"))
}
