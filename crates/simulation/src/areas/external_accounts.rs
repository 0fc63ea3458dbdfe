use causeway_domain::ids::ExternalAccountId;
use causeway_store::external_accounts;
use causeway_wire::table::{ExternalAccounts, Operation};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, ReadBack, learn_cursor, text};
use crate::requests::{Expectation, Request};
use crate::violation::CheckResult;
use crate::world::{External, World};

impl Area for ExternalAccounts {
    fn weight(&self) -> u32 {
        match self {
            Self::CreateCustomerExternalAccount => 8,
            Self::CreateExternalAccountOwnershipChallenge | Self::VerifyExternalAccountOwnership => 5,
            _ => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::ExternalAccounts(*self);
        Some(match self {
            Self::CreateCustomerExternalAccount => {
                caller.request(operation).json(new_external_account(caller))
            }
            Self::ListCustomerExternalAccounts => {
                let of_customer = caller.customer().map(|customer| ("customerId", customer.id.to_string()));
                caller.list(operation, &of_customer.into_iter().collect::<Vec<_>>())
            }
            Self::GetCustomerExternalAccountById => {
                caller.request(operation).of(caller.external(true)?).expecting(Expectation::Success)
            }
            Self::DeleteCustomerExternalAccountById => caller.request(operation).of(caller.external(true)?),
            Self::CreatePlatformExternalAccount => {
                let mut body = new_external_account(caller);
                body.as_object_mut().and_then(|body| body.remove("customerId"));
                caller.request(operation).json(body)
            }
            Self::ListPlatformExternalAccounts => {
                caller.list(operation, &[("currency", caller.currency().to_owned())])
            }
            Self::GetPlatformExternalAccountById => {
                caller.request(operation).of(caller.external(false)?).expecting(Expectation::Success)
            }
            Self::DeletePlatformExternalAccountById => caller.request(operation).of(caller.external(false)?),
            Self::CreateExternalAccountOwnershipChallenge => challenge(caller, operation, true)?,
            Self::CreatePlatformExternalAccountOwnershipChallenge => challenge(caller, operation, false)?,
            Self::VerifyExternalAccountOwnership => signature(caller, operation, true)?,
            Self::VerifyPlatformExternalAccountOwnership => signature(caller, operation, false)?,
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        match self {
            Self::CreateCustomerExternalAccount | Self::CreatePlatformExternalAccount => {
                learn_external(world, request, body)?;
            }
            Self::DeleteCustomerExternalAccountById | Self::DeletePlatformExternalAccountById => {
                forget_external(world, request);
            }
            Self::ListCustomerExternalAccounts | Self::ListPlatformExternalAccounts => {
                learn_cursor(world, request, body);
            }
            Self::CreateExternalAccountOwnershipChallenge
            | Self::CreatePlatformExternalAccountOwnershipChallenge
            | Self::VerifyExternalAccountOwnership
            | Self::VerifyPlatformExternalAccountOwnership => {
                let is_asked = body["method"] == "WALLET_SIGNATURE";
                if let Some(external) = named(world, request) {
                    external.is_challenged = is_asked;
                }
            }
            Self::GetCustomerExternalAccountById | Self::GetPlatformExternalAccountById => {}
        }
        Ok(())
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<ReadBack> {
        let get = |operation| request.another(Operation::ExternalAccounts(operation));
        let of_customer = || get(Self::GetCustomerExternalAccountById);
        let of_platform = || get(Self::GetPlatformExternalAccountById);
        match self {
            // Without a customer it is the platform's own account, which has another path.
            Self::CreateCustomerExternalAccount => {
                body.get("customerId")?;
                Some(ReadBack::Same(of_customer().of(body["id"].as_str()?)))
            }
            Self::CreatePlatformExternalAccount => {
                Some(ReadBack::Same(of_platform().of(body["id"].as_str()?)))
            }
            Self::DeleteCustomerExternalAccountById => {
                Some(ReadBack::Gone(of_customer().of(request.path_id()?)))
            }
            Self::DeletePlatformExternalAccountById => {
                Some(ReadBack::Gone(of_platform().of(request.path_id()?)))
            }
            // A proved wallet stays proved.
            Self::VerifyExternalAccountOwnership => {
                Some(ReadBack::Same(of_customer().of(request.path_id()?)))
            }
            Self::VerifyPlatformExternalAccountOwnership => {
                Some(ReadBack::Same(of_platform().of(request.path_id()?)))
            }
            Self::CreateExternalAccountOwnershipChallenge
            | Self::CreatePlatformExternalAccountOwnershipChallenge
            | Self::ListCustomerExternalAccounts
            | Self::GetCustomerExternalAccountById
            | Self::ListPlatformExternalAccounts
            | Self::GetPlatformExternalAccountById => None,
        }
    }

    fn resolve(&self, world: &mut World, request: &Request) -> CheckResult {
        match (self, request.path_id().unwrap_or_default().parse()) {
            (Self::DeleteCustomerExternalAccountById | Self::DeletePlatformExternalAccountById, Ok(id)) => {
                refresh_external(world, request, id)
            }
            _ => Ok(()),
        }
    }
}

fn challenge(caller: &Caller<'_>, operation: Operation, of_customer: bool) -> Option<Request> {
    let method = if caller.rng.percent(80) { "WALLET_SIGNATURE" } else { "LIVENESS" };
    let request = caller.request(operation).of(caller.wallet(of_customer)?.id);
    Some(request.json(json!({ "method": method })))
}

fn signature(caller: &Caller<'_>, operation: Operation, of_customer: bool) -> Option<Request> {
    let signature = if caller.rng.percent(95) { "sandbox-valid-signature" } else { "0x00" };
    let request = caller.request(operation).of(caller.challenged_wallet(of_customer)?.id);
    Some(request.json(json!({ "signature": signature })))
}

pub(super) fn new_external_account(caller: &Caller<'_>) -> Value {
    // The suffix of the number decides payouts and debits (money 13.1).
    let ends = ["002", "003", "004", "005", "006", "007"];
    let end = caller.rng.pick(&ends).filter(|_| caller.rng.percent(40)).copied().unwrap_or("000");
    let number = format!("{}{end}", caller.rng.between(1_000, 9_999));
    let person = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Erika Musterfrau", "countryOfResidence": "DE" });
    let mut body = if caller.rng.percent(25) {
        let address = format!("0x{:040x}", caller.rng.between(1, 9_999));
        let info = json!({ "accountType": "ETHEREUM_WALLET", "address": address });
        json!({ "currency": "USDC", "ownershipType": "FIRST_PARTY", "accountInfo": info })
    } else if caller.rng.percent(30) {
        // The alphabet of Bech32 has no 1.
        let address =
            format!("spark1pgss8fw3zyytsd9jx3yqqmg7djm8t4yrsgqqsyqcyq5r{}", number.replace('1', "q"));
        let info = json!({ "accountType": "SPARK_WALLET", "address": address, "beneficiary": person });
        json!({ "currency": "BTC", "ownershipType": "THIRD_PARTY", "accountInfo": info })
    } else if caller.rng.percent(60) {
        let info = json!({ "accountType": "EUR_ACCOUNT", "iban": format!("DE8937040044053{number}"), "beneficiary": person });
        json!({ "currency": "EUR", "accountInfo": info })
    } else {
        let info = json!({ "accountType": "USD_ACCOUNT", "accountNumber": format!("00{number}"),
            "routingNumber": "021000021", "beneficiary": person });
        json!({ "currency": "USD", "accountInfo": info })
    };
    if let Some(customer) = caller.live_customer().filter(|_| caller.rng.percent(85)) {
        body["customerId"] = customer.id.to_string().into();
        caller.sometimes(20, &mut body, "defaultUmaDepositAccount", true);
    }
    body
}

/// Returns the external account of the request's path.
fn named<'a>(world: &'a mut World, request: &Request) -> Option<&'a mut External> {
    let id = request.path_id().unwrap_or_default();
    world.tenants[request.tenant].externals.iter_mut().find(|one| one.id.to_string() == id)
}

/// Records a new external account.
pub(super) fn learn_external(world: &mut World, request: &Request, body: &Value) -> CheckResult {
    let customer = body["customerId"].as_str().map(str::parse).transpose()?;
    let is_debitable = body["accountInfo"]["accountType"] == "USD_ACCOUNT";
    let is_wallet = body["accountInfo"]["accountType"] == "ETHEREUM_WALLET";
    let takes_tokens = body["accountInfo"]["accountType"] == "SPARK_WALLET";
    let id = text(body, "id")?.parse()?;
    let currency = text(body, "currency")?.to_owned();
    let address = body["accountInfo"]["address"].as_str().map(str::to_owned);
    let is_challenged = false;
    let is_deleted = false;
    let external = External {
        id,
        customer,
        currency,
        address,
        is_debitable,
        is_wallet,
        takes_tokens,
        is_challenged,
        is_deleted,
    };
    world.tenants[request.tenant].externals.push(external);
    Ok(())
}

/// Records the deletion of an external account.
pub(super) fn forget_external(world: &mut World, request: &Request) {
    if let Some(external) = named(world, request) {
        external.is_deleted = true;
        external.is_challenged = false;
    }
}

pub(super) fn refresh_external(world: &mut World, request: &Request, id: ExternalAccountId) -> CheckResult {
    let platform = world.tenants[request.tenant].id;
    let found = world.read(move |tx| external_accounts::find(tx, platform, id))?;
    if found.is_some_and(|found| found.is_deleted) {
        forget_external(world, request);
    }
    Ok(())
}
