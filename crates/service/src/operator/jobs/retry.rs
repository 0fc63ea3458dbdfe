//! `jobs retry`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::ids::JobId;
use causeway_store::jobs;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::operator::{Action, Kind, Operator, OperatorError, PlatformChoice, Report};
use crate::runtime::app::App;

/// Has a job tried again that was tried too often
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Retry {
    /// The job's id
    job: JobId,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// A job that waits again.
#[derive(Debug, Clone, Serialize)]
pub struct Waiting {
    /// Its id.
    job: JobId,
}

impl Action for Retry {
    const NOUN: &'static str = "jobs";
    const VERB: &'static str = "retry";
    type Output = Waiting;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Waiting, OperatorError> {
        let job = self.job;
        operator
            .change(app, &self, &self.platform, move |tx, context| {
                if jobs::retry_failed(tx, context.platform, job)? {
                    return Ok(Waiting { job });
                }
                Err(OperatorError::new(Kind::NotFound, format!("{job} is no failed job of this platform"))
                    .remedy("see them: causeway jobs list --failed"))
            })
            .await
    }
}

impl fmt::Display for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} waits to be tried again", self.job)
    }
}

impl Report for Waiting {}
