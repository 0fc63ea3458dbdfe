//! The verification status of a customer, told to the platform (customers 5.1).

use causeway_domain::customers::{CustomerStatus, CustomerType};
use causeway_store::Tx;
use causeway_store::customers::CustomerRecord;
use causeway_wire::customers::Customer;
use causeway_wire::webhooks::EventType;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;

/// Tells the platform that the status has become what it is now, where there is an event for that.
pub(super) fn announce(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &CustomerRecord,
    shown: &Customer,
) -> Result<(), ApiError> {
    match event_type(record.customer_type(), record.doc.verification.status()) {
        Some(event_type) => events::emit(tx, context, event_type, &record.id, shown),
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
        for customer_type in CustomerType::EVERY {
            for status in CustomerStatus::EVERY {
                let event = event_type(*customer_type, *status);
                assert_eq!(event.is_some(), status.is_announced(), "{status}");
                assert!(event.is_none_or(|event| event.as_str().ends_with(status.as_str())));
            }
        }
    }
}
