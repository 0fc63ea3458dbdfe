use std::time::Duration;

use causeway_domain::ids::CustomerId;
use causeway_store::customers;
use causeway_wire::table::{Customers, Operation};
use serde_json::{Value, json};

use super::area::{Area, Shown, learn_cursor, text};
use super::{Caller, learn_accounts};
use crate::requests::{Expects, Request};
use crate::violation::Checked;
use crate::world::{Customer, World};

impl Area for Customers {
    fn weight(&self) -> u32 {
        match self {
            Self::CreateCustomer => 8,
            Self::DeleteCustomerById => 1,
            Self::ListCustomers
            | Self::GetCustomerById
            | Self::UpdateCustomerById
            | Self::GetEndUserTerms => 2,
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
                caller.request(operation).of(caller.customer()?.id).expecting(Expects::Success)
            }
            Self::UpdateCustomerById => {
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
            Self::GetEndUserTerms => caller.request(operation).expecting(Expects::Success),
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> Checked {
        match self {
            Self::CreateCustomer => {
                let (id, is_business) = (text(body, "id")?.parse()?, body["customerType"] == "BUSINESS");
                let customer = Customer { id, is_business, is_deleted: false };
                world.tenants[request.tenant].customers.push(customer);
                learn_accounts(world, request.tenant, Some(id))
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
            Self::GetCustomerById | Self::GetEndUserTerms => Ok(()),
        }
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<Shown> {
        match self {
            Self::CreateCustomer | Self::UpdateCustomerById | Self::DeleteCustomerById => {
                let get = request.another(Operation::Customers(Self::GetCustomerById));
                Some(Shown::Same(get.of(body["id"].as_str()?)))
            }
            Self::ListCustomers | Self::GetCustomerById | Self::GetEndUserTerms => None,
        }
    }

    fn resolve(&self, world: &mut World, request: &Request) -> Checked {
        match (self, request.path_id().unwrap_or_default().parse()) {
            (Self::DeleteCustomerById | Self::UpdateCustomerById, Ok(id)) => {
                look_at_customer(world, request.tenant, id)
            }
            _ => Ok(()),
        }
    }
}

fn new_customer(caller: &Caller<'_>) -> Value {
    let mut body = if caller.rng.percent(75) {
        // The end of the name decides about the verification (customers 11).
        let ends = ["001", "002", "003"];
        let name = caller
            .rng
            .pick(&ends)
            .filter(|_| caller.rng.percent(25))
            .map_or("Jane Doe".to_owned(), |end| format!("Max Roe {end}"));
        json!({ "customerType": "INDIVIDUAL", "fullName": name })
    } else {
        json!({ "customerType": "BUSINESS", "businessInfo": { "legalName": "Acme GmbH", "country": "DE",
            "taxId": "DE123456789", "incorporatedOn": "2001-02-03" } })
    };
    let currencies =
        if caller.rng.percent(60) { json!(caller.tenant.currencies) } else { json!([caller.currency()]) };
    caller.sometimes(80, &mut body, "currencies", currencies);
    caller.sometimes(40, &mut body, "platformCustomerId", format!("user-{}", caller.rng.between(1, 40)));
    caller.sometimes(30, &mut body, "email", "somebody@example.com");
    caller.sometimes(30, &mut body, "address", caller.address());
    body
}

/// The customer and its accounts are out of use.
fn delete_customer(world: &mut World, tenant: usize, id: CustomerId) {
    let tenant = &mut world.tenants[tenant];
    for customer in tenant.customers.iter_mut().filter(|customer| customer.id == id) {
        customer.is_deleted = true;
    }
}

fn look_at_customer(world: &mut World, tenant: usize, id: CustomerId) -> Checked {
    let platform = world.tenants[tenant].id;
    let Some(record) = world.read(move |tx| customers::find(tx, platform, id))? else { return Ok(()) };
    if record.is_deleted {
        delete_customer(world, tenant, id);
    }
    learn_accounts(world, tenant, Some(id))
}
