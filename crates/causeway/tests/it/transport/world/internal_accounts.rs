use causeway_wire::table::InternalAccounts;

use super::{Facts, Resource, VIEW};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts {
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
    }
}

pub(super) fn complete(operation: InternalAccounts, ask: Ask) -> Ask {
    match operation {
        InternalAccounts::ListCustomerInternalAccounts | InternalAccounts::ListPlatformInternalAccounts => {
            ask
        }
    }
}
