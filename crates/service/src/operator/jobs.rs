//! Background jobs.

use causeway_domain::Time;
use causeway_domain::ids::{JobId, PlatformId};
use causeway_store::Tx;
use causeway_store::jobs::{self, JobRecord};

use super::{
    Answer, Argument, Call, IdArgument, Kind, OperatorError, Subject, arguments, default_number, flag, limit,
    noun, positional, view,
};
use crate::runtime::context::Context;

noun! {
    /// Background jobs
    "jobs" {
        /// List the jobs, next due first
        "list": Look => read_deployment(list)
            .or_platform()
            .columns(&["job", "kind", "resource", "state", "due_at", "attempts", "last_error"]),
        /// Retry a job that has used up its attempts
        "retry": Support => change_one(retry, IdArgument),
    }
}

impl Subject for JobId {
    const ARGUMENT: Argument = positional("Job id").named("job");
}

arguments! {
    struct ListRequest {
        #[serde(default)]
        failed: bool = flag("Only failed jobs, which have used up their attempts"),
        #[serde(default = "default_number::<100>")]
        limit: u32 = limit(),
    }
}

view! {
    struct JobRow of job: JobRecord {
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

fn list(tx: &mut Tx<'_>, call: &Call, list: &ListRequest) -> Answer<Vec<JobRow>> {
    let platform = call.chosen_platform(tx)?;
    let read = if list.failed { jobs::list_failed } else { jobs::list };
    Ok(read(tx, platform, list.limit)?.into_iter().map(JobRow::from).collect())
}

fn retry(tx: &mut Tx<'_>, context: &Context, job: JobId) -> Answer<JobId> {
    if jobs::retry_failed(tx, context.platform, job)? {
        return Ok(job);
    }
    let message = format!("{job} is not a failed job of this platform");
    Err(OperatorError::new(Kind::NotFound, message).remedy("see them: causeway jobs list --failed"))
}
