//! Work that is due later.

use causeway_domain::Time;
use causeway_domain::ids::{JobId, PlatformId};
use causeway_store::Tx;
use causeway_store::jobs::{self, JobRecord};
use serde::{Deserialize, Serialize};

use super::argument::{PLATFORM, flag, limit, positional};
use super::call::Call;
use super::{Kind, Noun, OperatorError};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct List {
    #[serde(default)]
    failed: bool,
    #[serde(default = "hundred")]
    limit: u32,
}

const fn hundred() -> u32 {
    100
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    job: JobId,
}

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

pub(super) fn noun() -> Noun {
    Noun::new("jobs", "Work that is due later")
        .read_deployment(
            "list",
            "Lists delayed work, what is due first on top",
            &[flag("failed", "Only what was tried too often and waits for an operator"), limit(), PLATFORM],
            list,
        )
        .columns(&["job", "kind", "resource", "state", "due_at", "attempts", "last_error"])
        .change(
            "retry",
            "Retries a job that was tried too often",
            &[positional("job", "The job's id")],
            |tx, context, named: &Named| {
                if jobs::retry_failed(tx, context.platform, named.job)? {
                    return Ok(named.clone());
                }
                let message = format!("{} is no failed job of this platform", named.job);
                Err(OperatorError::new(Kind::NotFound, message)
                    .remedy("see them: causeway jobs list --failed"))
            },
        )
}

fn list(tx: &mut Tx<'_>, call: &Call, list: &List) -> Result<Vec<Shown>, OperatorError> {
    let platform = match call.platform.platform {
        Some(_) => Some(call.platform.find(tx)?.id),
        None => None,
    };
    let read = if list.failed { jobs::list_failed } else { jobs::list };
    Ok(read(tx, platform, list.limit)?.into_iter().map(Shown::from).collect())
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
