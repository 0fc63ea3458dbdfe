use causeway_wire::table::{Operation, Sandbox, Transactions};
use serde_json::json;

use super::{AreaInfo, Resource, TRANSACT, VIEW, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "Transaction",
        not_found: "TRANSACTION_NOT_FOUND",
        own: |world| &world.quote["transactionId"],
    }),
    shown: |_| vec!["/transactions".to_owned()],
    filters: |_| Vec::new(),
};

pub(super) fn needed(operation: Transactions) -> &'static [&'static str] {
    match operation {
        Transactions::ListTransactions | Transactions::GetTransactionById => VIEW,
        Transactions::ConfirmReceiptDelivery
        | Transactions::CancelTransaction
        | Transactions::ApprovePendingPayment
        | Transactions::RejectPendingPayment => TRANSACT,
    }
}

pub(super) async fn complete(operation: Transactions, world: &World, call: Call) -> Call {
    match operation {
        Transactions::ListTransactions => call,
        Transactions::GetTransactionById | Transactions::ConfirmReceiptDelivery => {
            call.at(&world.quote["transactionId"])
        }
        Transactions::ApprovePendingPayment => {
            let payment = world.perform(Operation::Sandbox(Sandbox::SandboxReceive)).await;
            call.at(&payment["id"]).body(json!({ "receiverCustomerInfo": { "NATIONALITY": "US" } }))
        }
        Transactions::RejectPendingPayment => {
            let payment = world.perform(Operation::Sandbox(Sandbox::SandboxReceive)).await;
            call.at(&payment["id"]).body(json!({ "reason": "Unknown sender" }))
        }
        Transactions::CancelTransaction => {
            // Stays pending for half a minute.
            let slow = world.platform.dollar_account(&world.customer, &format!("{}005", world.next())).await;
            let transfer = json!({
                "source": { "accountId": world.account },
                "destination": { "accountId": slow, "paymentRail": "ACH" },
                "amount": 1_000,
            });
            let transfer = world.platform.post("/transfer-out").json(&transfer).send().await.expect(201);
            call.at(&transfer["id"]).body(json!({ "reason": "Sent twice" }))
        }
    }
}
