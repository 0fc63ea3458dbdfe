use causeway_wire::table::{Customers, Operation};
use serde_json::{Value, json};

use super::{AreaInfo, MANAGE, Resource, VIEW, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "Customer",
        not_found: "USER_NOT_FOUND",
        own: |world| &world.customer["id"],
    }),
    shown: |_| vec!["/customers?isIncludingDeleted=true".to_owned()],
    filters: |world| {
        let names = [
            ("customerId", "id"),
            ("platformCustomerId", "platformCustomerId"),
            ("umaAddress", "umaAddress"),
        ];
        names.map(|(parameter, member)| (parameter, world.customer[member].clone())).to_vec()
    },
};

/// Imports of customers, which have ids of their own.
pub(super) const IMPORTS: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "Job",
        not_found: "BULK_UPLOAD_JOB_NOT_FOUND",
        own: |world| &world.import["jobId"],
    }),
    shown: |world| {
        vec![format!("/customers/bulk/jobs/{}", world.import["jobId"].as_str().expect("an import"))]
    },
    filters: |_| Vec::new(),
};

pub(super) fn needed(operation: Customers) -> &'static [&'static str] {
    match operation {
        Customers::ListCustomers
        | Customers::GetCustomerById
        | Customers::GetEndUserTerms
        | Customers::GetBulkCustomerImportJob => VIEW,
        Customers::CreateCustomer
        | Customers::UpdateCustomerById
        | Customers::DeleteCustomerById
        | Customers::UploadCustomersCsv => MANAGE,
    }
}

pub(super) async fn complete(operation: Customers, world: &World, call: Call) -> Call {
    match operation {
        Customers::CreateCustomer => call.body(new_customer(world)),
        Customers::GetCustomerById => call.at(&world.customer["id"]),
        Customers::UpdateCustomerById => call.at(&world.customer["id"]).body(json!({
            "customerType": "INDIVIDUAL",
            "fullName": "Jane van Dyke",
            "email": "jane@example.com",
            "address": address(),
            "currencies": ["USD", "USDC"],
        })),
        Customers::DeleteCustomerById => {
            let customer = world.perform(Operation::Customers(Customers::CreateCustomer)).await;
            call.at(&customer["id"])
        }
        // The form's file is no CSV; the import reports that later.
        Customers::UploadCustomersCsv => call.body(json!({})),
        Customers::GetBulkCustomerImportJob => call.at(&world.import["jobId"]),
        Customers::ListCustomers | Customers::GetEndUserTerms => call,
    }
}

/// Builds a person and a company in turn.
fn new_customer(world: &World) -> Value {
    if world.next().is_multiple_of(2) { person() } else { company() }
}

fn person() -> Value {
    json!({
        "customerType": "INDIVIDUAL",
        "fullName": "Jane Doe",
        "region": "US",
        "currencies": ["USD"],
        "email": "jane.doe@example.com",
        "phoneNumber": "+14155552671",
        "birthDate": "1990-01-15",
        "nationality": "US",
        "address": address(),
        "sourceOfFundsCategories": ["OTHER"],
        "sourceOfFundsOtherDescription": "A lottery",
        "pepStatus": "NONE",
    })
}

fn company() -> Value {
    json!({
        "customerType": "BUSINESS",
        "currencies": ["USD", "EUR"],
        "address": address(),
        "businessInfo": {
            "legalName": "Acme Inc.",
            "taxId": "123456789",
            "incorporatedOn": "2001-02-03",
            "country": "US",
        },
    })
}

/// Returns the address of all persons and companies.
pub(super) fn address() -> Value {
    json!({
        "line1": "1 Main Street", "line2": "Rear building", "city": "Springfield", "postalCode": "62701", "country": "US",
    })
}
