//! Beneficial owners of a company, as far as they are shown and decided with it (customers 5.5, 7).

use causeway_domain::customers::{CustomerType, Decision};
use causeway_domain::ids::PlatformId;
use causeway_domain::verifications::{OwnerEvent, OwnerStatus, next_owner, owner_created};
use causeway_store::beneficial_owners::{self, OwnerRecord};
use causeway_store::customers::{self, CustomerRecord};
use causeway_store::{Error, Tx};
use causeway_wire::customers::Customer;

use super::policy::Policy;
use super::render;
use super::verification::under_way;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Returns the beneficial owners shown with a customer; none for an individual.
fn shown_with(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: &CustomerRecord,
) -> Result<Vec<OwnerRecord>, Error> {
    match customer.customer_type() {
        CustomerType::Individual => Ok(Vec::new()),
        CustomerType::Business => beneficial_owners::of_customer(tx, platform, customer.id),
    }
}

/// Renders a customer with its beneficial owners.
pub(super) fn show(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: &CustomerRecord,
    uma_domain: &str,
) -> Result<Customer, ApiError> {
    let owners = shown_with(tx, platform, customer)?;
    render::customer(customer, &owners, uma_domain)
}

/// Updates the timestamp of a company because its beneficial owners have changed. The caller must hold the
/// customer's row lock.
pub fn touch(tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord) -> Result<(), ApiError> {
    customer.updated_at.advance(context.now);
    Ok(customers::update(tx, context.platform, customer)?)
}

/// Returns the initial status of an owner who is added to a company. If the company was submitted and lacked
/// nothing, the owner is decided at once. The caller must hold the customer's row lock.
pub fn new_owner_status(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &CustomerRecord,
    last_name: &str,
) -> Result<OwnerStatus, ApiError> {
    let status = owner_created(Policy::load(tx, context)?.is_regulated);
    let is_submitted =
        customer.doc.verification.is_decided() || under_way(tx, context.platform, customer.id)?.is_some();
    Ok(if is_submitted { resolved(context, status, last_name) } else { status })
}

/// Returns the status of an owner with this last name after the company was submitted completely.
pub(super) fn resolved(context: &Context, status: OwnerStatus, last_name: &str) -> OwnerStatus {
    let policy = &context.app.ports.of(context.environment).verification;
    let event = match policy.owner(last_name) {
        Decision::Open => return status,
        Decision::Pending => OwnerEvent::Submitted,
        Decision::Approved => OwnerEvent::Approved,
        Decision::Rejected => OwnerEvent::Rejected,
    };
    // A decided status stays.
    next_owner(status, event).unwrap_or(status)
}
