//! Companies and their beneficial owners.

use serde_json::{Value, json};

use crate::harness::Platform;

/// Creates a company with this register number and all mandatory fields.
pub(crate) async fn company(platform: &Platform, registration_number: &str) -> Value {
    let body = json!({
        "customerType": "BUSINESS",
        "businessInfo": {
            "legalName": "Acme Inc.", "country": "US", "taxId": "12-3456789", "incorporatedOn": "2001-02-03",
            "registrationNumber": registration_number,
        },
    });
    platform.post("/customers").json(&body).send().await.expect(201)
}

/// Returns the request for a beneficial owner with this last name.
pub(crate) fn owner_of(company: &Value, last_name: &str) -> Value {
    json!({
        "customerId": company["id"],
        "roles": ["UBO"],
        "ownershipPercentage": 25,
        "personalInfo": {
            "firstName": "Grace",
            "lastName": last_name,
            "birthDate": "1986-12-09",
            "nationality": "US",
            "address": { "line1": "1 Main Street", "city": "Springfield", "state": "IL", "postalCode": "62701", "country": "US" },
            "idType": "SSN",
            "identifier": "123-45-6789",
        },
    })
}

/// Adds a beneficial owner with this last name to a company.
pub(crate) async fn add_owner(platform: &Platform, company: &Value, last_name: &str) -> Value {
    platform.post("/beneficial-owners").json(&owner_of(company, last_name)).send().await.expect(201)
}

/// Reads the customer.
pub(crate) async fn read_customer(platform: &Platform, customer: &Value) -> Value {
    platform.get(&format!("/customers/{}", customer["id"].as_str().unwrap())).send().await.expect(200)
}
