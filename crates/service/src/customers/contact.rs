//! Contact data and the channels that must be confirmed (customers 4).

use causeway_store::customers::{ContactChannels, ContactStatus, CustomerDoc};
use causeway_wire::{Email, FieldError, Phone};

use super::errors;
use crate::runtime::api_error::ApiError;

/// Refuses a customer that lacks the address or number of a channel that must be confirmed.
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

/// Takes over a new address or number. A channel whose value changes must be confirmed again; addresses are
/// compared without regard to case.
pub(super) fn change(doc: &mut CustomerDoc, email: Option<&Email>, phone: Option<&Phone>) {
    if let Some(email) = email {
        let is_same = doc.email.as_deref().is_some_and(|held| held.eq_ignore_ascii_case(email.as_str()));
        doc.email = Some(email.as_str().to_owned());
        if !is_same && let Some(channels) = &mut doc.contact_verification {
            channels.email = channels.email.map(|_| ContactStatus::Pending);
        }
    }
    if let Some(phone) = phone {
        let is_same = doc.phone_number.as_deref() == Some(phone.as_str());
        doc.phone_number = Some(phone.as_str().to_owned());
        if !is_same && let Some(channels) = &mut doc.contact_verification {
            channels.phone = channels.phone.map(|_| ContactStatus::Pending);
        }
    }
}
