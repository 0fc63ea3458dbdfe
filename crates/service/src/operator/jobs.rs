//! Work that is due later.

use causeway_domain::Time;
use causeway_domain::ids::{JobId, PlatformId};
use causeway_store::Tx;
use causeway_store::jobs::{self, JobRecord};

use super::{
    Answer, Argument, Call, Kind, One, OperatorError, Subject, arguments, flag, limit, noun, or, positional,
    shown,
};
use crate::runtime::context::Context;

noun! {
    /// Work that is due later
    "jobs" {
        /// Lists delayed work, what is due first on top
        "list" => read_deployment(list)
            .with_platform()
            .columns(&["job", "kind", "resource", "state", "due_at", "attempts", "last_error"]),
        /// Retries a job that was tried too often
        "retry" => change_one(retry, One),
    }
}

impl Subject for JobId {
    const ARGUMENT: Argument = positional("The job's id").named("job");
}

arguments! {
    struct List {
        #[serde(default)]
        failed: bool = flag("Only what was tried too often and waits for an operator"),
        #[serde(default = "or::<100>")]
        limit: u32 = limit(),
    }
}

shown! {
    struct Shown of job: JobRecord {
        job: JobId = job.id,
        platform: PlatformId = job.platform,
        kind: String = job.kind,
        resource: String = job.resource,
        state: &'static str = job.state.as_str(),
        due_at: Time = job.due_at,
        attempts: u32 = job.attempts,
        last_error: Option<String> = job.last_error,
    }
}

fn list(tx: &mut Tx<'_>, call: &Call, list: &List) -> Answer<Vec<Shown>> {
    let platform = match call.platform.platform {
        Some(_) => Some(call.platform.find(tx)?.id),
        None => None,
    };
    let read = if list.failed { jobs::list_failed } else { jobs::list };
    Ok(read(tx, platform, list.limit)?.into_iter().map(Shown::from).collect())
}

fn retry(tx: &mut Tx<'_>, context: &Context, job: JobId) -> Answer<JobId> {
    if jobs::retry_failed(tx, context.platform, job)? {
        return Ok(job);
    }
    let message = format!("{job} is not a failed job of this platform");
    Err(OperatorError::new(Kind::NotFound, message).remedy("see them: causeway jobs list --failed"))
}
