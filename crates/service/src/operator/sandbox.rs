//! Faults of the simulated partners of a sandbox platform, for rehearsals (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::sandbox_faults::SandboxFault;
use causeway_store::Tx;
use causeway_store::platforms::{Environment, PlatformRecord};
use causeway_store::sandbox_faults::{self, SandboxFaultRecord};

use super::{Answer, NoArguments, OperatorError, arguments, noun, number, positional, view};
use crate::runtime::context::Context;

noun! {
    /// Rehearsals with the simulated partners of a sandbox platform
    "sandbox" {
        /// Set a fault of the partners, such as stuck; every process follows within a second
        "fault": Support => change(fault),
        /// List the faults that are set
        "faults": Look => read(faults),
        /// End the faults of a platform, or one of them
        "clear": Support => change(clear),
    }
}

arguments! {
    struct FaultRequest {
        name: SandboxFault = positional(
            "stuck, unreachable, lose-answers, withhold-answers, hide-outcomes, ignore-recalls, put-off-questions, \
             refuse-rates, lose-debit-answers, withhold-debit-answers or take-debits-back",
        ),
        count: Option<u32> = number("Answers that it concerns, for lose-… and withhold-… [default: 1]"),
    }

    struct ClearRequest {
        name: Option<SandboxFault> = positional("Fault to end [default: all]").optional(),
    }
}

view! {
    struct FaultView of record: SandboxFaultRecord {
        fault: SandboxFault = record.fault,
        effect: &'static str = record.fault.effect(),
        /// Answers that it still concerns; `None` if it lasts until it is cleared.
        remaining: Option<u32> = record.remaining,
        set_at: Time = record.set_at,
    }
}

/// The faults that were ended, and those that are still set.
#[derive(serde::Serialize)]
struct ClearedFaults {
    outcome: &'static str,
    cleared: Vec<SandboxFault>,
    left: Vec<FaultView>,
}

fn fault(tx: &mut Tx<'_>, context: &Context, fault: &FaultRequest) -> Answer<Vec<FaultView>> {
    check_sandbox(context)?;
    let FaultRequest { name, count } = *fault;
    let remaining = match (name.is_counted(), count) {
        (true, Some(0)) => return Err(OperatorError::invalid("--count must be 1 or more")),
        (true, count) => Some(count.unwrap_or(1)),
        (false, None) => None,
        (false, Some(_)) => {
            let message = format!("{name} has no count: it lasts until it is cleared");
            return Err(OperatorError::invalid(message).remedy("leave --count out"));
        }
    };
    sandbox_faults::set(tx, context.platform, name, remaining)?;
    show(tx, context)
}

fn clear(tx: &mut Tx<'_>, context: &Context, clear: &ClearRequest) -> Answer<ClearedFaults> {
    check_sandbox(context)?;
    let before = show(tx, context)?;
    sandbox_faults::clear(tx, context.platform, clear.name)?;
    let left = show(tx, context)?;
    let is_left = |fault: &SandboxFault| left.iter().any(|view| view.fault == *fault);
    let cleared = before.into_iter().map(|view| view.fault).filter(|fault| !is_left(fault));
    let cleared: Vec<SandboxFault> = cleared.collect();
    let outcome = match (cleared.is_empty(), left.is_empty()) {
        (true, true) => "no fault was set",
        (true, false) => "this fault was not set",
        (false, true) => "no fault is set any more",
        (false, false) => "other faults are still set",
    };
    Ok(ClearedFaults { outcome, cleared, left })
}

fn faults(tx: &mut Tx<'_>, platform: PlatformRecord, _: &NoArguments) -> Answer<Vec<FaultView>> {
    Ok(sandbox_faults::list(tx, platform.id)?.into_iter().map(FaultView::from).collect())
}

fn show(tx: &mut Tx<'_>, context: &Context) -> Answer<Vec<FaultView>> {
    Ok(sandbox_faults::list(tx, context.platform)?.into_iter().map(FaultView::from).collect())
}

fn check_sandbox(context: &Context) -> Answer<()> {
    match context.environment {
        Environment::Sandbox => Ok(()),
        Environment::Production => {
            Err(OperatorError::refused("only a sandbox platform has simulated partners"))
        }
    }
}
