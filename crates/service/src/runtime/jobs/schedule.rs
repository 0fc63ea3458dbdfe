//! Leaving work for later, and taking it back.

use std::fmt::Display;

use causeway_domain::Time;
use causeway_domain::ids::JobId;
use causeway_store::{Tx, jobs};

use super::Work;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Has `work` done at `due_at` of the platform's clock, or soon after. Work on one `resource` never runs twice
/// at once, and runs in the order in which it is due.
///
/// # Errors
/// Those of the database.
pub fn schedule(
    tx: &mut Tx<'_>,
    context: &Context,
    work: &Work,
    resource: &impl Display,
    due_at: Time,
) -> Result<(), ApiError> {
    schedule_as(tx, context, context.id(), work, resource, due_at)
}

/// The same under an id by which the work can be taken back.
///
/// # Errors
/// Those of the database.
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

/// Takes back work that is not needed any more. Work that has begun meanwhile must find that out for itself.
///
/// # Errors
/// Those of the database.
pub fn withdraw(tx: &mut Tx<'_>, context: &Context, id: JobId) -> Result<(), ApiError> {
    Ok(jobs::withdraw(tx, context.platform, id)?)
}
