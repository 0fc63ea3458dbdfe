use causeway_wire::table::Transfers;
use serde_json::json;

use super::{AreaInfo, TRANSACT, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: Transfers) -> &'static [&'static str] {
    match operation {
        Transfers::CreateTransferIn | Transfers::CreateTransferOut => TRANSACT,
    }
}

pub(super) fn complete(operation: Transfers, world: &World, call: Call) -> Call {
    let [internal, external] = [&world.account, &world.bank].map(|id| json!({ "accountId": id }));
    call.body(match operation {
        Transfers::CreateTransferIn => {
            json!({ "source": external, "destination": internal, "amount": 1_000 })
        }
        Transfers::CreateTransferOut => json!({
            "source": internal,
            "destination": { "accountId": world.bank, "paymentRail": "ACH" },
            "amount": 1_000,
            "remittanceInformation": "May",
            "purposeOfPayment": "OTHER",
        }),
    })
}
