use causeway_wire::table::{Operation, Transactions};
use serde_json::Value;

use super::Caller;
use super::area::{Area, learn_cursor};
use crate::requests::{Expects, Request};
use crate::violation::Checked;
use crate::world::World;

impl Area for Transactions {
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
                let known: Vec<_> = caller.tenant.quotes.values().map(|quote| quote.transaction).collect();
                caller.request(operation).of(caller.rng.pick(&known)?).expecting(Expects::Success)
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> Checked {
        match self {
            Self::ListTransactions => learn_cursor(world, request, body),
            Self::GetTransactionById | Self::ConfirmReceiptDelivery => {}
        }
        Ok(())
    }
}
