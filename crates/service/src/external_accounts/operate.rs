//! Operator actions on external accounts (conventions 2.1, money 4.1). The commands around these functions
//! open the database transaction and write the audit row.

use causeway_domain::external_accounts::{ExternalAccountEvent, ExternalAccountStatus, next};
use causeway_domain::ids::ExternalAccountId;
use causeway_store::Tx;
use causeway_store::external_accounts::{self, ExternalAccountRecord};

use super::{errors, lifecycle};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Enables an account that waits for its screening, is under review, or was disabled (`external-account
/// enable`).
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` if the transition is invalid in its status.
pub fn enable(
    tx: &mut Tx<'_>,
    context: &Context,
    id: ExternalAccountId,
) -> Result<ExternalAccountRecord, ApiError> {
    apply(tx, context, id, enabling)
}

const fn enabling(status: ExternalAccountStatus) -> ExternalAccountEvent {
    match status {
        ExternalAccountStatus::Pending => ExternalAccountEvent::Cleared,
        ExternalAccountStatus::Active
        | ExternalAccountStatus::PendingOwnershipVerification
        | ExternalAccountStatus::Unverified
        | ExternalAccountStatus::UnderReview
        | ExternalAccountStatus::Inactive => ExternalAccountEvent::Enabled,
    }
}

/// Disables an account (`external-account disable`).
///
/// # Errors
/// The same as [`enable`].
pub fn disable(
    tx: &mut Tx<'_>,
    context: &Context,
    id: ExternalAccountId,
) -> Result<ExternalAccountRecord, ApiError> {
    apply(tx, context, id, |_| ExternalAccountEvent::Disabled)
}

/// Moves an account to manual review; it is unusable until the decision (`external-account review`).
///
/// # Errors
/// The same as [`enable`].
pub fn review(
    tx: &mut Tx<'_>,
    context: &Context,
    id: ExternalAccountId,
) -> Result<ExternalAccountRecord, ApiError> {
    apply(tx, context, id, |_| ExternalAccountEvent::ReviewNeeded)
}

/// Returns the verbs of the decisions about an account that its status allows.
#[must_use]
pub fn decisions(record: &ExternalAccountRecord) -> Vec<&'static str> {
    let events = [
        ("enable", enabling(record.status)),
        ("review", ExternalAccountEvent::ReviewNeeded),
        ("disable", ExternalAccountEvent::Disabled),
    ];
    let is_allowed = |event| !record.is_deleted && next(record.status, event).is_ok();
    events.into_iter().filter(|(_, event)| is_allowed(*event)).map(|(verb, _)| verb).collect()
}

fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: ExternalAccountId,
    event: fn(ExternalAccountStatus) -> ExternalAccountEvent,
) -> Result<ExternalAccountRecord, ApiError> {
    let found = external_accounts::lock(tx, context.platform, id)?;
    let mut record = found.filter(|record| !record.is_deleted).ok_or_else(errors::not_found)?;
    let event = event(record.status);
    lifecycle::apply(tx, context, &mut record, event)?;
    Ok(record)
}
