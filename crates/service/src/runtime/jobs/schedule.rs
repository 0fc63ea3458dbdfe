//! Scheduling and withdrawing jobs.

use std::fmt::Display;

use causeway_domain::Time;
use causeway_domain::ids::JobId;
use causeway_store::{Tx, jobs};

use super::Work;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Schedules `work` at `due_at` of the platform's clock. Work on one `resource` never runs concurrently, and
/// runs in the order in which it is due.
pub fn schedule(
    tx: &mut Tx<'_>,
    context: &Context,
    work: &Work,
    resource: &impl Display,
    due_at: Time,
) -> Result<(), ApiError> {
    schedule_as(tx, context, context.id(), work, resource, due_at)
}

/// Schedules `work` under an id by which it can be withdrawn.
pub fn schedule_as(
    tx: &mut Tx<'_>,
    context: &Context,
    id: JobId,
    work: &Work,
    resource: &impl Display,
    due_at: Time,
) -> Result<(), ApiError> {
    let job = jobs::NewJob {
        id,
        kind: work.kind(),
        resource: &resource.to_string(),
        due_at,
        payload: &work.to_payload()?,
        created_at: context.now,
    };
    Ok(jobs::insert(tx, context.platform, &job)?)
}

/// Withdraws work that is no longer needed. Work that has already begun must detect this itself.
pub fn withdraw(tx: &mut Tx<'_>, context: &Context, id: JobId) -> Result<(), ApiError> {
    Ok(jobs::withdraw(tx, context.platform, id)?)
}
