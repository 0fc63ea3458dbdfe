//! `clock advance`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::length::Length;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report};
use crate::runtime::app::App;
use crate::runtime::clock::{self, Advanced};
use crate::runtime::http::Context;

/// Advances a sandbox platform's clock; what becomes due on the way is done, step by step, before the answer
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Advance {
    /// By how much: 90s, 15m, 2h, 7d, 1d12h
    by: Length,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// How far the clock has come.
#[derive(Debug, Clone, Serialize)]
pub struct Reached {
    /// The platform.
    platform: PlatformId,
    /// What its clock shows.
    now: Time,
    /// Where it is going, or has arrived.
    target: Time,
    /// Jobs that are still to be done on the way.
    remaining_jobs: i64,
    /// Deliveries that are still to be made on the way.
    remaining_deliveries: i64,
}

impl Action for Advance {
    const NOUN: &'static str = "clock";
    const VERB: &'static str = "advance";
    type Output = Reached;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Reached, OperatorError> {
        let by = self.by.duration();
        let aim = move |tx: &mut Tx<'_>, context: &Context| {
            Ok((context.platform, clock::target_after(tx, context.platform, by)?))
        };
        let (platform, target) = operator.change(app, &self, &self.platform, aim).await?;
        let advanced = clock::advance_to(app, platform, target).await?;
        Ok(Reached::new(platform, advanced))
    }
}

impl Reached {
    const fn new(platform: PlatformId, advanced: Advanced) -> Self {
        let Advanced { now, target, remaining } = advanced;
        Self {
            platform,
            now,
            target,
            remaining_jobs: remaining.jobs,
            remaining_deliveries: remaining.deliveries,
        }
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.now)?;
        if self.remaining_jobs + self.remaining_deliveries > 0 {
            let Self { target, remaining_jobs, remaining_deliveries, .. } = self;
            write!(
                f,
                "  on the way to {target}: {remaining_jobs} jobs and {remaining_deliveries} deliveries remain"
            )?;
        }
        Ok(())
    }
}

impl Report for Reached {}
