//! Customers and their verification (customers 5.1).

use causeway_domain::customers::CustomerStatus;
use causeway_domain::ids::CustomerId;
use causeway_store::Tx;
use serde::{Deserialize, Serialize};

use super::argument::{Argument, positional};
use super::{Noun, OperatorError};
use crate::customers::{Verdict, decide};
use crate::runtime::context::Context;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    customer: CustomerId,
}

const NAMED: &[Argument] = &[positional("customer", "The customer's id")];

#[derive(Debug, Clone, Serialize)]
struct Decided {
    customer: CustomerId,
    /// `kycStatus` of a person, `kybStatus` of a company.
    status: CustomerStatus,
}

pub(super) fn noun() -> Noun {
    Noun::new("customer", "Customers and their verification")
        .change(
            "approve",
            "Approves a customer whose verification is pending",
            NAMED,
            |tx, context, named| verdict(tx, context, named, Verdict::Approve),
        )
        .change(
            "reject",
            "Rejects a pending customer, or revokes an approval and freezes the accounts",
            NAMED,
            |tx, context, named| verdict(tx, context, named, Verdict::Reject),
        )
        .change("hold", "Stops a customer's money until the release", NAMED, |tx, context, named| {
            verdict(tx, context, named, Verdict::Hold)
        })
        .change("release", "Returns a held customer to its earlier status", NAMED, |tx, context, named| {
            verdict(tx, context, named, Verdict::Release)
        })
}

fn verdict(
    tx: &mut Tx<'_>,
    context: &Context,
    named: &Named,
    verdict: Verdict,
) -> Result<Decided, OperatorError> {
    let decided = decide(tx, context, named.customer, verdict)?;
    Ok(Decided { customer: named.customer, status: decided.doc.verification.status() })
}
