//! Lookup of invitations by code, and of customers by address (customers 9).

use std::sync::Arc;

use causeway_domain::customers::UmaAddress;
use causeway_domain::invitations::{InvitationStatus, at, is_code};
use causeway_store::Tx;
use causeway_store::customers::CustomerRecord;
use causeway_store::invitations::{self, InvitationRecord};
use causeway_store::platforms::{self, Environment};

use super::errors;
use crate::customers;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;

/// An invitation with its current status, on the clock of the platform that created it.
pub(crate) struct CurrentInvitation {
    pub(crate) record: InvitationRecord,
    pub(crate) status: InvitationStatus,
    /// The context of the platform that created it.
    pub(crate) creator: Context,
}

/// Returns the invitation with this code, of any platform of the environment.
pub(super) fn find(tx: &mut Tx<'_>, context: &Context, code: &str) -> Result<CurrentInvitation, ApiError> {
    find_in(tx, &context.app, context.environment, code)?.ok_or_else(errors::not_found)
}

/// Returns the invitation with this code in this environment, if there is one.
pub(crate) fn find_in(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    environment: Environment,
    code: &str,
) -> Result<Option<CurrentInvitation>, ApiError> {
    // A text that cannot be a code is not looked up: not every text is valid in every database.
    if !is_code(code) {
        return Ok(None);
    }
    match invitations::find(tx, environment, code)? {
        Some(record) => Ok(Some(current(tx, app, record)?)),
        None => Ok(None),
    }
}

/// Locks the invitation with this code.
pub(super) fn lock(tx: &mut Tx<'_>, context: &Context, code: &str) -> Result<CurrentInvitation, ApiError> {
    let found = if is_code(code) { invitations::lock(tx, context.environment, code)? } else { None };
    current(tx, &context.app, found.ok_or_else(errors::not_found)?)
}

fn current(tx: &mut Tx<'_>, app: &Arc<App>, record: InvitationRecord) -> Result<CurrentInvitation, ApiError> {
    let creator = Context::read(tx, app, record.platform)?;
    Ok(CurrentInvitation { status: at(record.status, record.expires_at, creator.now), record, creator })
}

/// Returns the active customer of the calling platform with this address, held until the transaction ends,
/// and the address in its stored form.
pub(super) fn customer(
    tx: &mut Tx<'_>,
    context: &Context,
    field: &str,
    address: &str,
) -> Result<(CustomerRecord, String), ApiError> {
    let none = || errors::no_customer(field, address);
    let platform = platforms::get(tx, context.platform)?;
    let domain = customers::uma_domain(&platform, &context.app.deployment.uma_service_host);
    let address = UmaAddress::parse_own(address, &domain).map_err(|_| none())?;
    let found = customers::find_by_address(tx, context.platform, address.local())?.ok_or_else(none)?;
    let customer = customers::get_live(tx, context.platform, found.id).map_err(|_| none())?;
    if customer.uma_local == address.local() { Ok((customer, address.to_string())) } else { Err(none()) }
}
