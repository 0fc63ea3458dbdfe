//! `jobs list`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::{JobId, PlatformId};
use causeway_store::Tx;
use causeway_store::jobs::{self, JobRecord};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::operator::text::{Table, or_dash};
use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report};
use crate::runtime::app::App;

/// Lists delayed work, what is due first on top; with --failed only what was tried too often
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct List {
    /// Only what was tried too often and waits for somebody
    #[arg(long)]
    #[serde(default)]
    failed: bool,
    /// How many at most
    #[arg(long, default_value_t = LIMIT)]
    #[serde(default = "limit")]
    limit: u32,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

const LIMIT: u32 = 100;

const fn limit() -> u32 {
    LIMIT
}

/// Jobs.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Listed(Vec<Shown>);

#[derive(Debug, Clone, Serialize)]
struct Shown {
    job: JobId,
    platform: PlatformId,
    kind: String,
    resource: String,
    state: &'static str,
    due_at: Time,
    attempts: u32,
    last_error: Option<String>,
}

impl Action for List {
    const NOUN: &'static str = "jobs";
    const VERB: &'static str = "list";
    type Output = Listed;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<Listed, OperatorError> {
        let read = move |tx: &mut Tx<'_>| -> Result<Listed, OperatorError> {
            let chosen = self.platform.platform.is_some();
            let platform = if chosen { Some(self.platform.find(tx)?.id) } else { None };
            let found = if self.failed {
                jobs::list_failed(tx, platform, self.limit)?
            } else {
                jobs::list(tx, platform, self.limit)?
            };
            Ok(Listed(found.into_iter().map(Shown::from).collect()))
        };
        app.store.read(read).await
    }
}

impl From<JobRecord> for Shown {
    fn from(job: JobRecord) -> Self {
        Self {
            job: job.id,
            platform: job.platform,
            kind: job.kind,
            resource: job.resource,
            state: job.state.as_str(),
            due_at: job.due_at,
            attempts: job.attempts,
            last_error: job.last_error,
        }
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headings = ["job", "kind", "works on", "state", "due", "attempts", "last error"];
        let mut table = Table::new(&headings, "nothing waits");
        for job in &self.0 {
            table.row([
                job.job.to_string(),
                job.kind.clone(),
                job.resource.clone(),
                job.state.to_owned(),
                job.due_at.to_string(),
                job.attempts.to_string(),
                or_dash(job.last_error.as_ref()),
            ]);
        }
        table.fmt(f)
    }
}

impl Report for Listed {}
