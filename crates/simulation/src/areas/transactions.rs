use causeway_domain::ids::TransactionId;
use causeway_wire::table::{Operation, Transactions};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, learn_cursor, text};
use crate::requests::{Expectation, Request};
use crate::violation::CheckResult;
use crate::world::World;

impl Area for Transactions {
    fn weight(&self) -> u32 {
        match self {
            Self::CancelTransaction => 8,
            Self::ApprovePendingPayment => 10,
            Self::RejectPendingPayment => 6,
            Self::ListTransactions | Self::GetTransactionById | Self::ConfirmReceiptDelivery => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Transactions(*self);
        Some(match self {
            Self::ListTransactions => {
                let filters = [
                    ("status", "COMPLETED".to_owned()),
                    ("type", "OUTGOING".to_owned()),
                    ("sortOrder", "asc".to_owned()),
                    ("customerId", caller.tenant.id.to_string()),
                ];
                caller.list(operation, &filters)
            }
            Self::GetTransactionById | Self::ConfirmReceiptDelivery => {
                let quoted = caller.tenant.quotes.values().map(|quote| quote.transaction);
                let known: Vec<_> = quoted.chain(caller.tenant.transfers.keys().copied()).collect();
                let request = caller.request(operation).of(caller.rng.pick(&known)?);
                if *self == Self::GetTransactionById {
                    request.expecting(Expectation::Success)
                } else {
                    request
                }
            }
            Self::ApprovePendingPayment | Self::RejectPendingPayment => {
                let request = caller.request(operation).of(undecided(caller)?);
                match self {
                    Self::ApprovePendingPayment if caller.rng.percent(70) => {
                        request.json(json!({ "receiverCustomerInfo": { "NATIONALITY": "US" } }))
                    }
                    _ => request,
                }
            }
            Self::CancelTransaction => {
                let of = if caller.rng.percent(60) { 1 } else { 5 };
                let latest: Vec<_> = caller.tenant.transfers.keys().rev().take(of).collect();
                caller.request(operation).of(*caller.rng.pick(&latest)?)
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        match self {
            Self::ListTransactions => learn_cursor(world, request, body),
            Self::ApprovePendingPayment | Self::RejectPendingPayment => {
                let transaction: TransactionId = text(body, "id")?.parse()?;
                let asked = world.tenants[request.tenant].actions.iter_mut();
                asked.filter(|one| one.transaction == transaction).for_each(|one| one.is_open = false);
            }
            Self::GetTransactionById | Self::ConfirmReceiptDelivery | Self::CancelTransaction => {}
        }
        Ok(())
    }
}

/// Picks a payment that the platform may decide: an agent's action or an incoming UMA payment. Mostly the
/// latest, because earlier ones are decided.
fn undecided(caller: &Caller<'_>) -> Option<TransactionId> {
    let of = if caller.rng.percent(80) { 1 } else { 3 };
    let asked = caller.tenant.actions.iter().rev().filter(|one| one.is_open || of > 1);
    let asked: Vec<TransactionId> = asked.map(|one| one.transaction).take(of).collect();
    let received: Vec<TransactionId> = caller.tenant.incoming_uma.keys().rev().copied().take(of).collect();
    let first = if caller.rng.percent(50) { &asked } else { &received };
    let among = if first.is_empty() { [asked, received].concat() } else { first.clone() };
    caller.rng.pick(&among).copied()
}
