//! The verification status of a customer, reported to the platform (customers 5.1).

use causeway_domain::customers::{CustomerEvent, CustomerState, CustomerStatus, CustomerType, next};
use causeway_domain::ids::CustomerId;
use causeway_domain::internal_accounts::{InternalAccountEvent, InternalAccountState, Owner};
use causeway_store::customers::{self, CustomerRecord};
use causeway_store::{Tx, internal_accounts};
use causeway_wire::customers::Customer;
use causeway_wire::webhooks::EventType;

use super::policy::Policy;
use super::{errors, owners};
use crate::internal_accounts::{FundingPolicy, is_transactable, lifecycle};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;

/// Moves the verification status of a customer and stores the customer. The platform is notified of a status
/// that has an event, and of every account whose status changes with it. The caller must hold the customer's
/// row lock.
///
/// # Errors
/// `CONFLICT` with `details.status` if the transition is invalid.
pub(super) fn apply_event(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &mut CustomerRecord,
    event: CustomerEvent,
) -> Result<Customer, ApiError> {
    let before = customer.doc.verification;
    let after = next(before, event).map_err(|error| errors::wrong_state(error.state))?;
    customer.doc.verification = after;
    customer.updated_at.advance(context.now);
    customers::update(tx, context.platform, customer)?;
    let policy = Policy::load(tx, context)?;
    let view = owners::show(tx, context.platform, customer, &policy.uma_domain)?;
    announce(tx, context, customer, &view)?;
    if is_transactable(&policy.settings, customer)? {
        let owner = Owner::Customer(customer.id);
        let mut accounts = internal_accounts::lock_by_owner(tx, context.platform, owner)?;
        let funding = FundingPolicy::of(&policy.settings)?;
        lifecycle::activate(tx, context, &funding, &mut accounts)?;
    } else if (before, after) == (CustomerState::Approved, CustomerState::Rejected) {
        freeze_accounts(tx, context, customer.id)?;
    }
    Ok(view)
}

fn freeze_accounts(tx: &mut Tx<'_>, context: &Context, id: CustomerId) -> Result<(), ApiError> {
    let mut accounts = internal_accounts::lock_by_owner(tx, context.platform, Owner::Customer(id))?;
    let is_active = |state: InternalAccountState| state == InternalAccountState::Active;
    for locked in accounts.iter_mut().filter(|locked| is_active(locked.account.doc.state)) {
        lifecycle::apply(tx, context, locked, InternalAccountEvent::Frozen)?;
    }
    Ok(())
}

/// Notifies the platform of the current status, if there is an event for it.
pub(super) fn announce(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &CustomerRecord,
    view: &Customer,
) -> Result<(), ApiError> {
    match event_type(record.customer_type(), record.doc.verification.status()) {
        Some(event_type) => events::emit(tx, context, event_type, &record.id, view),
        None => Ok(()),
    }
}

const fn event_type(customer_type: CustomerType, status: CustomerStatus) -> Option<EventType> {
    use CustomerStatus as Status;
    use CustomerType::{Business, Individual};
    match (customer_type, status) {
        (Individual, Status::Pending) => Some(EventType::CustomerKycPending),
        (Individual, Status::Approved) => Some(EventType::CustomerKycApproved),
        (Individual, Status::Rejected) => Some(EventType::CustomerKycRejected),
        (Business, Status::Pending) => Some(EventType::CustomerKybPending),
        (Business, Status::Approved) => Some(EventType::CustomerKybApproved),
        (Business, Status::Rejected) => Some(EventType::CustomerKybRejected),
        (_, Status::Unverified | Status::Hold) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_has_an_event_exactly_when_it_is_announced() {
        for customer_type in CustomerType::ALL {
            for status in CustomerStatus::ALL {
                let event = event_type(*customer_type, *status);
                assert_eq!(event.is_some(), status.is_announced(), "{status}");
                assert!(event.is_none_or(|event| event.as_str().ends_with(status.as_str())));
            }
        }
    }
}
