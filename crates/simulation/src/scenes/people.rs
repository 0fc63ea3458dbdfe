//! Customers with money and external accounts.

use causeway_domain::ids::{CustomerId, InternalAccountId};
use causeway_wire::table::{Contact, Customers, ExternalAccounts, Operation, Sandbox};
use serde_json::{Value, json};

use super::act::{call, perform, work};
use crate::violation::CheckResult;
use crate::world::World;

/// The initial balance of each account, in minor units.
const MONEY: i64 = 500_000_000;

/// Suffixes of bank account numbers: an ordinary one, and one whose transfers fail after half a minute, so
/// that they can be cancelled under way (money 13.1).
const BANKS: &[&str] = &["111", "005"];

/// Creates an approved customer with bank accounts, and with money in each internal account.
pub(super) fn create_funded_customer(world: &mut World, tenant: usize) -> CheckResult<CustomerId> {
    let customer = json!({
        "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "email": "jane@example.com",
        "phoneNumber": "+14155550123", "currencies": world.tenants[tenant].currencies,
        "address": address("US"),
    });
    let request = call(world, tenant, Operation::Customers(Customers::CreateCustomer)).json(customer);
    let id: CustomerId = id_of(&perform(world, &request)?)?;
    add_accounts_and_money(world, tenant, id)?;
    Ok(id)
}

/// Creates a customer with confirmed contact data, who must authorize payments (customers 4).
pub(super) fn create_confirmed_customer(world: &mut World, tenant: usize) -> CheckResult<CustomerId> {
    let customer = json!({
        "customerType": "INDIVIDUAL", "fullName": "Erika Musterfrau", "region": "DE", "email": "erika@example.com",
        "phoneNumber": "+4930123456", "currencies": world.tenants[tenant].currencies, "address": address("DE"),
    });
    let request = call(world, tenant, Operation::Customers(Customers::CreateCustomer)).json(customer);
    let id: CustomerId = id_of(&perform(world, &request)?)?;
    for channel in [Contact::ConfirmCustomerEmailVerification, Contact::ConfirmCustomerPhoneVerification] {
        let request = call(world, tenant, Operation::Contact(channel)).of(id);
        perform(world, &request.json(json!({ "code": "123456" })))?;
    }
    add_accounts_and_money(world, tenant, id)?;
    Ok(id)
}

/// Registers bank accounts of a customer and funds its internal accounts.
fn add_accounts_and_money(world: &mut World, tenant: usize, customer: CustomerId) -> CheckResult {
    let own: Vec<InternalAccountId> = accounts(world, tenant, Some(customer));
    let place = own.len() + world.tenants[tenant].externals.len();
    for (number, end) in BANKS.iter().enumerate() {
        let account = format!("00{place:04}{number}{end}");
        let mut bank = dollars(&account);
        bank["customerId"] = customer.to_string().into();
        register(world, tenant, bank)?;
    }
    let mut bank = euros(&format!("DE89370400440{place:04}00111"));
    bank["customerId"] = customer.to_string().into();
    register(world, tenant, bank)?;
    for account in own {
        fund(world, tenant, account)?;
    }
    work(world)
}

/// Funds the platform's own accounts.
pub(super) fn fund_platform(world: &mut World, tenant: usize) -> CheckResult {
    accounts(world, tenant, None).into_iter().try_for_each(|account| fund(world, tenant, account))
}

fn accounts(world: &World, tenant: usize, owner: Option<CustomerId>) -> Vec<InternalAccountId> {
    let all = world.tenants[tenant].accounts.iter();
    all.filter(|(_, account)| account.customer == owner).map(|(id, _)| *id).collect()
}

fn fund(world: &mut World, tenant: usize, account: InternalAccountId) -> CheckResult {
    let request = call(world, tenant, Operation::Sandbox(Sandbox::SandboxFundInternalAccount)).of(account);
    perform(world, &request.json(json!({ "amount": MONEY }))).map(drop)
}

/// Registers an external account of a customer, or of the platform.
pub(super) fn register(world: &mut World, tenant: usize, account: Value) -> CheckResult {
    let operation = match account.get("customerId") {
        Some(_) => ExternalAccounts::CreateCustomerExternalAccount,
        None => ExternalAccounts::CreatePlatformExternalAccount,
    };
    let request = call(world, tenant, Operation::ExternalAccounts(operation)).json(account);
    perform(world, &request).map(drop)
}

/// Builds a bank account in dollars.
pub(super) fn dollars(number: &str) -> Value {
    let info = json!({ "accountType": "USD_ACCOUNT", "accountNumber": number, "routingNumber": "021000021",
        "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe" } });
    json!({ "currency": "USD", "accountInfo": info })
}

fn euros(iban: &str) -> Value {
    let info = json!({ "accountType": "EUR_ACCOUNT", "iban": iban,
        "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Erika Musterfrau", "countryOfResidence": "DE" } });
    json!({ "currency": "EUR", "accountInfo": info })
}

fn address(country: &str) -> Value {
    json!({ "line1": "1 Main St", "city": "Springfield", "postalCode": "12345", "country": country })
}

fn id_of(body: &Value) -> CheckResult<CustomerId> {
    Ok(body["id"].as_str().unwrap_or_default().parse()?)
}
