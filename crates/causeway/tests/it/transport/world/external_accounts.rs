use causeway_wire::table::{ExternalAccounts, Operation};
use serde_json::{Value, json};

use super::customers::address;
use super::{AreaInfo, MANAGE_OR_TRANSACT, Resource, VIEW, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "ExternalAccount",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.bank,
    }),
    shown: |_| ["/customers/external-accounts", "/platform/external-accounts"].map(str::to_owned).to_vec(),
    filters: |_| Vec::new(),
};

pub(super) fn needed(operation: ExternalAccounts) -> &'static [&'static str] {
    match operation {
        ExternalAccounts::ListCustomerExternalAccounts
        | ExternalAccounts::GetCustomerExternalAccountById
        | ExternalAccounts::ListPlatformExternalAccounts
        | ExternalAccounts::GetPlatformExternalAccountById => VIEW,
        ExternalAccounts::CreateCustomerExternalAccount
        | ExternalAccounts::DeleteCustomerExternalAccountById
        | ExternalAccounts::CreatePlatformExternalAccount
        | ExternalAccounts::DeletePlatformExternalAccountById
        | ExternalAccounts::CreateExternalAccountOwnershipChallenge
        | ExternalAccounts::VerifyExternalAccountOwnership
        | ExternalAccounts::CreatePlatformExternalAccountOwnershipChallenge
        | ExternalAccounts::VerifyPlatformExternalAccountOwnership => MANAGE_OR_TRANSACT,
    }
}

pub(super) async fn complete(operation: ExternalAccounts, world: &World, call: Call) -> Call {
    use ExternalAccounts as Area;
    let create_account = async |operation| {
        let account = world.perform(Operation::ExternalAccounts(operation)).await;
        account["id"].clone()
    };
    match operation {
        Area::CreateCustomerExternalAccount => call.body(new_account(world)),
        Area::CreatePlatformExternalAccount => {
            let mut own = new_account(world);
            own.as_object_mut().expect("an account").shift_remove("customerId");
            call.body(own)
        }
        Area::ListCustomerExternalAccounts | Area::ListPlatformExternalAccounts => call,
        Area::GetCustomerExternalAccountById => call.at(&world.bank),
        Area::DeleteCustomerExternalAccountById => {
            call.at(&create_account(Area::CreateCustomerExternalAccount).await)
        }
        Area::GetPlatformExternalAccountById | Area::DeletePlatformExternalAccountById => {
            call.at(&create_account(Area::CreatePlatformExternalAccount).await)
        }
        Area::CreateExternalAccountOwnershipChallenge => {
            call.at(&wallet_to_prove(world, "/customers").await).body(by_signature())
        }
        Area::CreatePlatformExternalAccountOwnershipChallenge => {
            call.at(&wallet_to_prove(world, "/platform").await).body(by_signature())
        }
        Area::VerifyExternalAccountOwnership => {
            call.at(&challenged(world, "/customers").await).body(signed())
        }
        Area::VerifyPlatformExternalAccountOwnership => {
            call.at(&challenged(world, "/platform").await).body(signed())
        }
    }
}

fn by_signature() -> Value {
    json!({ "method": "WALLET_SIGNATURE" })
}

fn signed() -> Value {
    json!({ "signature": "sandbox-valid-signature" })
}

/// Registers a wallet whose ownership is to be proved and returns its id. `owner` begins the path of such
/// accounts.
async fn wallet_to_prove(world: &World, owner: &str) -> Value {
    let mut wallet = json!({
        "currency": "USDC",
        "ownershipType": "FIRST_PARTY",
        "accountInfo": {
            "accountType": "ETHEREUM_WALLET",
            "address": format!("0x{:040x}", world.next()),
        },
    });
    if owner == "/customers" {
        wallet["customerId"] = world.customer["id"].clone();
    }
    let account = world.platform.post(&format!("{owner}/external-accounts")).json(&wallet).send().await;
    account.expect(201)["id"].clone()
}

/// Registers such a wallet and requests its challenge.
async fn challenged(world: &World, owner: &str) -> Value {
    let id = wallet_to_prove(world, owner).await;
    let path = format!("{owner}/external-accounts/{}/challenge", id.as_str().expect("an id"));
    world.platform.post(&path).json(&by_signature()).send().await.expect(201);
    id
}

/// Returns a new IBAN whose ending selects no sandbox scenario.
pub(super) fn new_iban(world: &World) -> String {
    format!("DE8937040044{:07}000", world.next())
}

/// Builds a new external account with an IBAN of its own.
fn new_account(world: &World) -> Value {
    json!({
        "customerId": world.customer["id"],
        "currency": "EUR",
        "platformAccountId": "main",
        "ownershipType": "THIRD_PARTY",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT",
            "iban": new_iban(world),
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL",
                "fullName": "Erika Musterfrau",
                "birthDate": "1964-08-12",
                "countryOfResidence": "DE",
                "address": address(),
            },
        },
    })
}
