use std::time::Duration;

use causeway_domain::ids::CustomerId;
use causeway_store::customers;
use causeway_wire::table::{Customers, Operation};
use serde_json::{Value, json};

use super::area::{Area, ReadBack, learn_cursor, text};
use super::wallets::{learn_challenge, signed};
use super::{Caller, learn_accounts};
use crate::requests::{Expectation, Request};
use crate::violation::CheckResult;
use crate::world::{Customer, World};

impl Area for Customers {
    fn weight(&self) -> u32 {
        match self {
            Self::CreateCustomer => 8,
            Self::GetBulkCustomerImportJob => 3,
            Self::DeleteCustomerById => 1,
            Self::ListCustomers
            | Self::GetCustomerById
            | Self::UpdateCustomerById
            | Self::GetEndUserTerms
            | Self::UploadCustomersCsv => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Customers(*self);
        Some(match self {
            Self::CreateCustomer => caller.request(operation).json(new_customer(caller)),
            Self::ListCustomers => {
                let filters = [
                    ("customerType", "BUSINESS".to_owned()),
                    ("currency", caller.currency().to_owned()),
                    ("isIncludingDeleted", "true".to_owned()),
                    ("createdAfter", caller.now.minus(Duration::from_mins(5)).to_string()),
                ];
                caller.list(operation, &filters)
            }
            Self::GetCustomerById => {
                caller.request(operation).of(caller.customer()?.id).expecting(Expectation::Success)
            }
            Self::UpdateCustomerById => {
                if let Some(signed) = signed(caller, operation) {
                    return Some(signed);
                }
                let customer = caller.customer()?;
                let kind = if customer.is_business { "BUSINESS" } else { "INDIVIDUAL" };
                let mut body = json!({ "customerType": kind });
                caller.sometimes(
                    50,
                    &mut body,
                    "email",
                    format!("mail{}@example.com", caller.rng.between(0, 99)),
                );
                caller.sometimes(50, &mut body, "address", caller.address());
                caller.sometimes(30, &mut body, "currencies", json!([caller.currency()]));
                caller.request(operation).of(customer.id).json(body)
            }
            Self::DeleteCustomerById => caller.request(operation).of(caller.customer()?.id),
            Self::GetEndUserTerms => caller.request(operation).expecting(Expectation::Success),
            Self::UploadCustomersCsv => caller.request(operation).form(&json!({}), file(caller)?.as_bytes()),
            Self::GetBulkCustomerImportJob => {
                let import = caller.rng.pick(&caller.tenant.imports)?;
                caller.request(operation).of(import).expecting(Expectation::Success)
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        match self {
            Self::CreateCustomer => {
                let id = text(body, "id")?.parse()?;
                let is_business = body["customerType"] == "BUSINESS";
                let must_confirm = body["contactVerification"].is_object();
                let uma_address = text(body, "umaAddress")?.to_owned();
                let customer = Customer { id, is_business, must_confirm, uma_address, is_deleted: false };
                world.tenants[request.tenant].customers.push(customer);
                learn_accounts(world, request.tenant, Some(id))
            }
            Self::UpdateCustomerById if body["requestId"].is_string() => {
                learn_challenge(world, request, body);
                Ok(())
            }
            Self::UpdateCustomerById => {
                learn_accounts(world, request.tenant, Some(text(body, "id")?.parse()?))
            }
            Self::DeleteCustomerById => {
                delete_customer(world, request.tenant, text(body, "id")?.parse()?);
                Ok(())
            }
            Self::ListCustomers => {
                learn_cursor(world, request, body);
                Ok(())
            }
            Self::UploadCustomersCsv => {
                world.tenants[request.tenant].imports.push(text(body, "jobId")?.to_owned());
                Ok(())
            }
            Self::GetCustomerById | Self::GetEndUserTerms | Self::GetBulkCustomerImportJob => Ok(()),
        }
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<ReadBack> {
        match self {
            Self::CreateCustomer | Self::UpdateCustomerById | Self::DeleteCustomerById => {
                let get = request.another(Operation::Customers(Self::GetCustomerById));
                Some(ReadBack::Same(get.of(body["id"].as_str()?)))
            }
            Self::ListCustomers
            | Self::GetCustomerById
            | Self::GetEndUserTerms
            | Self::UploadCustomersCsv
            | Self::GetBulkCustomerImportJob => None,
        }
    }

    fn resolve(&self, world: &mut World, request: &Request) -> CheckResult {
        match (self, request.path_id().unwrap_or_default().parse()) {
            (Self::DeleteCustomerById | Self::UpdateCustomerById, Ok(id)) => {
                refresh_customer(world, request.tenant, id)
            }
            _ => Ok(()),
        }
    }
}

/// Builds an import file with some customers, of which some exist already; sometimes an invalid file.
fn file(caller: &Caller<'_>) -> Option<String> {
    if caller.rng.percent(20) {
        return Some("no,customers\n1,2\n".to_owned());
    }
    let domain = caller.customer()?.uma_address.split_once('@')?.1;
    let mut file = "umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country\n"
        .to_owned();
    for _ in 0..caller.rng.between(1, 3) {
        let number = caller.rng.between(0, 60);
        let kind = caller.rng.pick(&["INDIVIDUAL", "INDIVIDUAL", "ROBOT"])?;
        file.push_str(&format!(
            "in{number}@{domain},import-{number},{kind},Jane Doe,1990-01-15,1 Main St,Springfield,IL,62701,US\n"
        ));
    }
    Some(file)
}

fn new_customer(caller: &Caller<'_>) -> Value {
    let mut body = if caller.rng.percent(75) {
        // The suffix of the name decides the verification (customers 11).
        let ends = ["001", "002", "003"];
        let name = caller
            .rng
            .pick(&ends)
            .filter(|_| caller.rng.percent(25))
            .map_or("Jane Doe".to_owned(), |end| format!("Max Roe {end}"));
        json!({ "customerType": "INDIVIDUAL", "fullName": name })
    } else {
        // The suffix of the number decides the verification (customers 5.5).
        let number = caller.rng.pick(&["5523041", "123001", "123002"]).copied().unwrap_or("5523041");
        json!({ "customerType": "BUSINESS", "region": "US", "businessInfo": { "legalName": "Acme GmbH", "country": "DE",
            "taxId": "DE123456789", "incorporatedOn": "2001-02-03", "registrationNumber": number } })
    };
    let currencies =
        if caller.rng.percent(60) { json!(caller.tenant.currencies) } else { json!([caller.currency()]) };
    caller.sometimes(80, &mut body, "currencies", currencies);
    caller.sometimes(40, &mut body, "platformCustomerId", format!("user-{}", caller.rng.between(1, 40)));
    caller.sometimes(30, &mut body, "email", "somebody@example.com");
    caller.sometimes(30, &mut body, "address", caller.address());
    if caller.rng.percent(25) {
        // Customers of this region must confirm their contact data (customers 4).
        body["region"] = "DE".into();
        body["email"] = "erika@example.com".into();
        body["phoneNumber"] = "+4930123456".into();
    }
    body
}

/// Marks the customer as deleted, and its accounts as inactive.
fn delete_customer(world: &mut World, tenant: usize, id: CustomerId) {
    let tenant = &mut world.tenants[tenant];
    for customer in tenant.customers.iter_mut().filter(|customer| customer.id == id) {
        customer.is_deleted = true;
    }
    for account in tenant.accounts.values_mut().filter(|account| account.customer == Some(id)) {
        account.is_active = false;
    }
}

fn refresh_customer(world: &mut World, tenant: usize, id: CustomerId) -> CheckResult {
    let platform = world.tenants[tenant].id;
    let Some(record) = world.read(move |tx| customers::find(tx, platform, id))? else { return Ok(()) };
    if record.is_deleted {
        delete_customer(world, tenant, id);
    }
    learn_accounts(world, tenant, Some(id))
}
