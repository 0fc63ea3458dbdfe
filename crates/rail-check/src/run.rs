//! Trying the cases.

use std::time::Instant;

use crate::kit::Kit;
use crate::plan::CheckPlan;
use crate::report::{CaseOutcome, Report};
use crate::table::CASES;
use crate::verdict::{CaseStop, Verdict};

/// Tries the cases of a plan one after the other, and tells each outcome as soon as it is known.
///
/// # Errors
/// The address for pushes cannot be used; the text says why.
pub async fn run(plan: CheckPlan, tell: &mut (dyn FnMut(&CaseOutcome) + Send)) -> Result<Report, String> {
    let wanted = plan.cases.clone();
    let kit = match Kit::new(plan).await {
        Ok(kit) => kit,
        Err(CaseStop::Failed(words) | CaseStop::NotTried(words)) => return Err(words),
    };
    // Without capabilities, each case would wait for the adapter again.
    let mut silence = kit.ask_capabilities().await.err().map(Verdict::of_stop);
    let mut outcomes = Vec::new();
    for case in CASES.iter().filter(|case| wanted.contains(&case.number)) {
        let began = Instant::now();
        let verdict = match silence.replace(Verdict::NotTried("the adapter tells no capabilities".to_owned()))
        {
            Some(verdict) => verdict,
            None => {
                silence = None;
                Verdict::of((case.run)(&kit).await)
            }
        };
        let outcome = CaseOutcome {
            number: case.number,
            name: case.name.to_owned(),
            verdict,
            duration: began.elapsed(),
        };
        tell(&outcome);
        outcomes.push(outcome);
    }
    Ok(Report::new(outcomes))
}
