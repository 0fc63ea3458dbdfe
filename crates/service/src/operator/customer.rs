//! Customers and their verification (customers 5.1).

use causeway_domain::customers::CustomerStatus;
use causeway_domain::ids::CustomerId;
use causeway_store::customers::CustomerRecord;

use super::{Argument, Subject, noun, positional, view};
use crate::customers::{Verdict, decide};

noun! {
    /// Customers and their verification status
    "customer" {
        /// Approve a customer with a pending verification
        "approve" => change_one(
            |tx, context, id| decide(tx, context, id, Verdict::Approve),
            CustomerView::from
        ),
        /// Reject a pending customer, or revoke an approval and freeze the accounts
        "reject" => change_one(
            |tx, context, id| decide(tx, context, id, Verdict::Reject),
            CustomerView::from
        ),
        /// Put a customer on hold: no money moves until the release
        "hold" => change_one(
            |tx, context, id| decide(tx, context, id, Verdict::Hold),
            CustomerView::from
        ),
        /// Return a held customer to the previous status
        "release" => change_one(
            |tx, context, id| decide(tx, context, id, Verdict::Release),
            CustomerView::from
        ),
    }
}

impl Subject for CustomerId {
    const ARGUMENT: Argument = positional("Customer id").named("customer");
}

view! {
    struct CustomerView of record: CustomerRecord {
        customer: CustomerId = record.id,
        /// `kycStatus` of an individual, `kybStatus` of a business.
        status: CustomerStatus = record.doc.verification.status(),
    }
}
