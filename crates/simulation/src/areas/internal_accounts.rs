use causeway_domain::ids::{CustomerId, InternalAccountId};
use causeway_wire::table::{InternalAccounts, Operation};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, learn_cursor, text};
use super::wallets::{device, learn_challenge, signed_or};
use crate::requests::{Expectation, Request};
use crate::violation::{CheckResult, Violation};
use crate::world::{Account, World, send};

impl Area for InternalAccounts {
    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::InternalAccounts(*self);
        let currency = ("currency", caller.currency().to_owned());
        Some(match self {
            Self::ListCustomerInternalAccounts => {
                let of_customer = caller.customer().map(|customer| ("customerId", customer.id.to_string()));
                caller.list(operation, &of_customer.into_iter().chain([currency]).collect::<Vec<_>>())
            }
            Self::ListPlatformInternalAccounts => {
                caller.request(operation).query(currency.0, currency.1).expecting(Expectation::Success)
            }
            Self::UpdateInternalAccount => {
                let body = json!({ "privateEnabled": caller.rng.percent(50) });
                signed_or(caller, operation, || {
                    Some(caller.request(operation).of(caller.wallet_account()?).json(body))
                })?
            }
            Self::ExportInternalAccount => {
                let body = json!({ "clientPublicKey": device()?.to_uncompressed_hex() });
                signed_or(caller, operation, || {
                    Some(caller.request(operation).of(caller.wallet_account()?).json(body))
                })?
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        match self {
            Self::ListCustomerInternalAccounts | Self::ListPlatformInternalAccounts => {
                learn_cursor(world, request, body);
            }
            Self::UpdateInternalAccount | Self::ExportInternalAccount => {
                learn_challenge(world, request, body)
            }
        }
        Ok(())
    }
}

/// Changes the expected balance of an account; a debit is negative.
pub(crate) fn credit(world: &mut World, tenant: usize, id: InternalAccountId, amount: i64) -> CheckResult {
    let account = world.tenants[tenant].accounts.get_mut(&id);
    let account = account
        .ok_or_else(|| Violation(format!("the balance of {id} changed, which no response has shown")))?;
    account.balance += amount;
    Ok(())
}

/// Reads the internal accounts of a customer, or the platform's own, and records them.
pub(crate) fn learn_accounts(world: &mut World, tenant: usize, customer: Option<CustomerId>) -> CheckResult {
    let token = world.tenants[tenant].first_token();
    let area = match customer {
        Some(_) => InternalAccounts::ListCustomerInternalAccounts,
        None => InternalAccounts::ListPlatformInternalAccounts,
    };
    let mut request = Request::new(tenant, Operation::InternalAccounts(area), token);
    if let Some(id) = customer {
        request = request.query("customerId", id).query("limit", 100);
    }
    let response = send(world, &request)?;
    response.expect_status(200, &request)?;
    for item in response.json()["data"].as_array().into_iter().flatten() {
        let id = text(item, "id")?.parse()?;
        let currency = text(&item["balance"]["currency"], "code")?.to_owned();
        let is_active = item["status"] == "ACTIVE";
        let account = Account { customer, currency, is_active, balance: 0, held: 0, unsettled: 0 };
        if item["type"] == "EMBEDDED_WALLET" {
            world.tenants[tenant].wallets.entry(id).or_default();
        }
        world.tenants[tenant].accounts.entry(id).or_insert(account).is_active = is_active;
    }
    Ok(())
}
