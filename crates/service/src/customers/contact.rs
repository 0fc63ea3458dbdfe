//! Contact data and the channels that must be confirmed (customers 4).

use causeway_domain::contact::ContactChannel;
use causeway_domain::customers::{CustomerEvent, CustomerState, Decision};
use causeway_domain::letters::comparable_contact;
use causeway_store::Tx;
use causeway_store::customers::{self, ContactChannels, ContactStatus, CustomerDoc, CustomerRecord};
use causeway_wire::customers::Customer;
use causeway_wire::{Email, FieldError, Phone};

use super::policy::Policy;
use super::{errors, owners, status};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Refuses a customer without the address or number of a channel that must be confirmed.
pub(super) fn check_present(doc: &CustomerDoc, required: ContactChannels) -> Result<(), ApiError> {
    let message = "is required in this region";
    let mut lacking = Vec::new();
    if required.email.is_some() && doc.email.is_none() {
        lacking.push(FieldError::new("email", message));
    }
    if required.phone.is_some() && doc.phone_number.is_none() {
        lacking.push(FieldError::new("phoneNumber", message));
    }
    if lacking.is_empty() { Ok(()) } else { Err(errors::missing(lacking)) }
}

/// Sets a new address or number; returns the channels that must be confirmed again because their values have
/// changed. Addresses are compared without regard to case.
pub(super) fn change(
    doc: &mut CustomerDoc,
    email: Option<&Email>,
    phone: Option<&Phone>,
) -> Vec<ContactChannel> {
    let mut changed = Vec::new();
    if let Some(email) = email {
        let is_same = doc
            .email
            .as_deref()
            .is_some_and(|stored| comparable_contact(stored) == comparable_contact(email.as_str()));
        doc.email = Some(email.as_str().to_owned());
        if !is_same {
            changed.push(ContactChannel::Email);
        }
    }
    if let Some(phone) = phone {
        let is_same = doc.phone_number.as_deref() == Some(phone.as_str());
        doc.phone_number = Some(phone.as_str().to_owned());
        if !is_same {
            changed.push(ContactChannel::Phone);
        }
    }
    if doc.contact_verification.is_none() {
        return Vec::new();
    }
    for channel in &changed {
        set_status(doc, *channel, ContactStatus::Pending);
    }
    changed
}

/// Sets the status of a channel, if it is one that must be confirmed.
fn set_status(doc: &mut CustomerDoc, channel: ContactChannel, status: ContactStatus) {
    let Some(channels) = &mut doc.contact_verification else { return };
    match channel {
        ContactChannel::Email => channels.email = channels.email.map(|_| status),
        ContactChannel::Phone => channels.phone = channels.phone.map(|_| status),
    }
}

/// Records that a contact of a customer was confirmed. With the last channel, a verification outcome that
/// waited for the confirmation takes effect. The caller must hold the customer's row lock.
pub fn confirm_contact(
    tx: &mut Tx<'_>,
    context: &Context,
    mut customer: CustomerRecord,
    channel: ContactChannel,
) -> Result<Customer, ApiError> {
    set_status(&mut customer.doc, channel, ContactStatus::Verified);
    match awaited_event(context, &mut customer) {
        Some(event) => status::apply_event(tx, context, &mut customer, event),
        None => {
            customer.updated_at.advance(context.now);
            customers::update(tx, context.platform, &customer)?;
            let domain = Policy::load(tx, context)?.uma_domain;
            owners::show(tx, context.platform, &customer, &domain)
        }
    }
}

/// Returns the event that waited for the confirmation of all contact data, if any.
fn awaited_event(context: &Context, customer: &mut CustomerRecord) -> Option<CustomerEvent> {
    let doc = &mut customer.doc;
    let is_confirmed = doc.contact_verification.is_none_or(|channels| channels.pending().is_empty());
    if !is_confirmed || !doc.awaits_outcome || doc.verification != CustomerState::Unverified {
        return None;
    }
    doc.awaits_outcome = false;
    let policy = &context.app.ports.of(context.environment).verification;
    match policy.individual_at_creation(doc.name_at_creation.as_deref()) {
        Decision::Open => None,
        Decision::Pending => Some(CustomerEvent::Submitted),
        Decision::Approved => Some(CustomerEvent::ApprovedAtOnce),
        Decision::Rejected => Some(CustomerEvent::RejectedAtOnce),
    }
}
