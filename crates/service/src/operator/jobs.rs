//! Background jobs.

use causeway_domain::ids::JobId;
use causeway_store::Tx;
use causeway_store::jobs;

use super::job_list::list;
use super::{Answer, Argument, IdArgument, Kind, OperatorError, Subject, noun, positional};
use crate::runtime::context::Context;

noun! {
    /// Background jobs
    "jobs" {
        /// List the jobs, next due first
        "list": Look => read_deployment(list).on_any_platform().columns(&[
            "job",
            "kind",
            "resource",
            "state",
            "next_try",
            "attempts",
            "amount",
            "customer",
            "rail",
            "last_error",
        ]),
        /// Retry a job that has used up its attempts
        "retry": Support => change_one(retry, IdArgument),
    }
}

impl Subject for JobId {
    const ARGUMENT: Argument = positional("Job id").named("job");
}

fn retry(tx: &mut Tx<'_>, context: &Context, job: JobId) -> Answer<JobId> {
    if jobs::retry_failed(tx, context.platform, job)? {
        return Ok(job);
    }
    let message = format!("{job} is not a failed job of this platform");
    Err(OperatorError::new(Kind::NotFound, message).remedy("see them: causeway jobs list --failed"))
}
