//! Customers and their verification (customers 5.1).

use causeway_domain::customers::CustomerStatus;
use causeway_domain::ids::CustomerId;
use causeway_domain::search::ResourceKind;
use causeway_store::customers::CustomerRecord;

use super::customer_export::export;
use super::customer_list::list;
use super::customer_show::show;
use super::identification::reveal;
use super::{Argument, OUTPUT, Subject, noun, positional, view};
use crate::customers::{Verdict, decide};

noun! {
    /// Customers and their verification status
    "customer" {
        /// List customers, newest first
        "list": Look => read_masked(list),
        /// Show a customer with balances, unfinished payments, cards, agents and wallets
        "show": Look => read_deployment(show).with_platform(),
        /// Approve a customer with a pending verification
        "approve": Comply => change_one(
            |tx, context, id| decide(tx, context, id, Verdict::Approve),
            CustomerView::from
        ).needing_reason(),
        /// Reject a pending customer, or revoke an approval and freeze the accounts
        "reject": Comply => change_one(
            |tx, context, id| decide(tx, context, id, Verdict::Reject),
            CustomerView::from
        ).needing_reason(),
        /// Put a customer on hold: no money moves until the release
        "hold": Comply => change_one(
            |tx, context, id| decide(tx, context, id, Verdict::Hold),
            CustomerView::from
        ).needing_reason(),
        /// Return a held customer to the previous status
        "release": Comply => change_one(
            |tx, context, id| decide(tx, context, id, Verdict::Release),
            CustomerView::from
        ).needing_reason(),
        /// Reveal the identification numbers of a customer and of its beneficial owners; the audit trail records
        /// each reveal
        "reveal": Comply => change(reveal).looking().needing_reason(),
        /// Export everything that is held about a customer, as JSON; the audit trail records it before the first
        /// byte
        "export": Comply => export(export).with_output(OUTPUT).needing_reason(),
    }
}

impl Subject for CustomerId {
    const ARGUMENT: Argument =
        positional("Customer id").id_of(&[ResourceKind::Customer]).versioned().named("customer");
}

view! {
    struct CustomerView of record: CustomerRecord {
        customer: CustomerId = record.id,
        /// `kycStatus` of an individual, `kybStatus` of a business.
        status: CustomerStatus = record.doc.verification.status(),
    }
}
