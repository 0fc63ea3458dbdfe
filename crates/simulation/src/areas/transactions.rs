use causeway_wire::table::{Operation, Transactions};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, learn_cursor};
use crate::requests::{Expects, Request};
use crate::violation::Checked;
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
                if *self == Self::GetTransactionById { request.expecting(Expects::Success) } else { request }
            }
            Self::ApprovePendingPayment | Self::RejectPendingPayment => {
                // Mostly the latest: the others are decided about.
                let of = if caller.rng.percent(80) { 1 } else { 3 };
                let latest: Vec<_> = caller.tenant.receipts.keys().rev().take(of).collect();
                let request = caller.request(operation).of(*caller.rng.pick(&latest)?);
                match self {
                    Self::ApprovePendingPayment if caller.rng.percent(70) => {
                        request.json(json!({ "receiverCustomerInfo": { "NATIONALITY": "US" } }))
                    }
                    _ => request,
                }
            }
            Self::CancelTransaction => {
                let latest: Vec<_> = caller.tenant.transfers.keys().rev().take(5).collect();
                caller.request(operation).of(*caller.rng.pick(&latest)?)
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> Checked {
        match self {
            Self::ListTransactions => learn_cursor(world, request, body),
            Self::GetTransactionById
            | Self::ConfirmReceiptDelivery
            | Self::CancelTransaction
            | Self::ApprovePendingPayment
            | Self::RejectPendingPayment => {}
        }
        Ok(())
    }
}
