//! Background jobs.

use std::convert::identity;
use std::slice::from_ref;

use causeway_domain::ids::{JobId, TransactionId};
use causeway_domain::search::ResourceKind;
use causeway_store::{Error, Tx, jobs};
use serde::Serialize;

use super::job_list::{Subjects, list};
use super::{Answer, Argument, Kind, OperatorError, Subject, noun, positional};
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
        "retry": Support => change_one(retry, identity),
    }
}

impl Subject for JobId {
    const ARGUMENT: Argument = positional("Job id").id_of(&[ResourceKind::Job]).named("job");
}

/// A job that is tried again. In the audit trail, the retry is also about its resource and its payment.
#[derive(Serialize)]
struct RetriedJob {
    job: JobId,
    resource: String,
    /// `None` if it is about no payment.
    transaction: Option<TransactionId>,
}

fn retry(tx: &mut Tx<'_>, context: &Context, job: JobId) -> Answer<RetriedJob> {
    let platform = context.platform;
    if !jobs::retry_failed(tx, platform, job)? {
        let message = format!("{job} is not a failed job of this platform");
        return Err(
            OperatorError::new(Kind::NotFound, message).remedy("see them: causeway jobs list --failed")
        );
    }
    let record = jobs::find(tx, platform, job)?.ok_or(Error::Missing)?;
    let transaction = Subjects::of(tx, &[platform], from_ref(&record))?.transaction(&record);
    Ok(RetriedJob { job, resource: record.resource, transaction })
}
