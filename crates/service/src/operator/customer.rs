//! Customers and their verification (customers 5.1).

use causeway_domain::customers::CustomerStatus;
use causeway_domain::ids::CustomerId;
use causeway_store::customers::CustomerRecord;

use super::{Argument, Subject, noun, positional, shown};
use crate::customers::{Verdict, decide};

noun! {
    /// Customers and their verification
    "customer" {
        /// Approves a customer whose verification is pending
        "approve" => change_one(|tx, context, id| decide(tx, context, id, Verdict::Approve), Decided::from),
        /// Rejects a pending customer, or revokes an approval and freezes the accounts
        "reject" => change_one(|tx, context, id| decide(tx, context, id, Verdict::Reject), Decided::from),
        /// Stops a customer's money until the release
        "hold" => change_one(|tx, context, id| decide(tx, context, id, Verdict::Hold), Decided::from),
        /// Returns a held customer to its earlier status
        "release" => change_one(|tx, context, id| decide(tx, context, id, Verdict::Release), Decided::from),
    }
}

impl Subject for CustomerId {
    const ARGUMENT: Argument = positional("The customer's id").named("customer");
}

shown! {
    struct Decided of record: CustomerRecord {
        customer: CustomerId = record.id,
        /// `kycStatus` of a person, `kybStatus` of a company.
        status: CustomerStatus = record.doc.verification.status(),
    }
}
