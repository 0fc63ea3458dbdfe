use causeway_wire::table::InternalAccounts;

use super::wallets::{challenged, wallet};
use super::{AreaInfo, MANAGE_OR_TRANSACT, Resource, VIEW, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "InternalAccount",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.account,
    }),
    shown: |_| ["/customers/internal-accounts", "/platform/internal-accounts"].map(str::to_owned).to_vec(),
    filters: |world| {
        let names = ["accountIdentifier", "senderAccountIdentifier", "receiverAccountIdentifier"];
        names.map(|name| (name, world.account.clone())).to_vec()
    },
};

pub(super) fn needed(operation: InternalAccounts) -> &'static [&'static str] {
    match operation {
        InternalAccounts::ListCustomerInternalAccounts | InternalAccounts::ListPlatformInternalAccounts => {
            VIEW
        }
        InternalAccounts::UpdateInternalAccount | InternalAccounts::ExportInternalAccount => {
            MANAGE_OR_TRANSACT
        }
    }
}

pub(super) async fn complete(operation: InternalAccounts, world: &World, call: Call) -> Call {
    match operation {
        InternalAccounts::ListCustomerInternalAccounts | InternalAccounts::ListPlatformInternalAccounts => {
            call
        }
        InternalAccounts::UpdateInternalAccount | InternalAccounts::ExportInternalAccount => {
            let wallet = wallet(world).await;
            let example = operation.row().body.and_then(|body| body.example).expect("an example");
            challenged(world, call.at(&wallet.account).body(example())).await
        }
    }
}
