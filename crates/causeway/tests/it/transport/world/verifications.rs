use causeway_wire::table::Verifications;
use serde_json::{Value, json};

use super::customers::address;
use super::{AreaInfo, MANAGE, Resource, VIEW, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "BeneficialOwner",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.owner["id"],
    }),
    shown: |world| vec![format!("/beneficial-owners?customerId={}", company(world))],
    filters: |_| Vec::new(),
};

pub(super) const VERIFICATIONS: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "Verification",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.verification["id"],
    }),
    shown: |_| vec!["/verifications".to_owned()],
    filters: |_| Vec::new(),
};

pub(super) fn needed(operation: Verifications) -> &'static [&'static str] {
    match operation {
        Verifications::ListBeneficialOwners
        | Verifications::GetBeneficialOwner
        | Verifications::ListVerifications
        | Verifications::GetVerification => VIEW,
        Verifications::CreateBeneficialOwner
        | Verifications::UpdateBeneficialOwner
        | Verifications::CreateCustomerKycLink
        | Verifications::CreateVerification => MANAGE,
    }
}

pub(super) async fn complete(operation: Verifications, world: &World, call: Call) -> Call {
    match operation {
        Verifications::CreateBeneficialOwner => call.body(new_owner(&world.owner["customerId"])),
        Verifications::ListBeneficialOwners => call.query("customerId", company(world)),
        Verifications::GetBeneficialOwner => call.at(&world.owner["id"]),
        Verifications::UpdateBeneficialOwner => call.at(&world.owner["id"]).body(json!({
            "roles": ["DIRECTOR"], "ownershipPercentage": 40, "personalInfo": { "email": "grace@example.com" },
        })),
        Verifications::CreateCustomerKycLink => call.at(&world.customer["id"]).body(json!({})),
        Verifications::CreateVerification => call.body(json!({ "customerId": new_company(world).await["id"] })),
        Verifications::ListVerifications => call,
        Verifications::GetVerification => call.at(&world.verification["id"]),
    }
}

/// Returns the id of the company that every world has.
fn company(world: &World) -> &str {
    world.owner["customerId"].as_str().expect("a company")
}

/// Creates a company whose submission is always incomplete.
async fn new_company(world: &World) -> Value {
    let body = json!({
        "customerType": "BUSINESS",
        "businessInfo": {
            "legalName": "Acme Inc.", "country": "US", "taxId": "123456789", "incorporatedOn": "2001-02-03",
            "registrationNumber": "123001",
        },
    });
    world.platform.post("/customers").json(&body).send().await.expect(201)
}

/// Creates a beneficial owner of a new company.
pub(super) async fn make_owner(world: &World) -> Value {
    let company = new_company(world).await;
    let body = new_owner(&company["id"]);
    world.platform.post("/beneficial-owners").json(&body).send().await.expect(201)
}

/// Submits the world's company for verification.
pub(super) async fn submit(world: &World) -> Value {
    let body = json!({ "customerId": world.owner["customerId"] });
    world.platform.post("/verifications").json(&body).send().await.expect(200)
}

fn new_owner(company: &Value) -> Value {
    json!({
        "customerId": company,
        "roles": ["UBO"],
        "ownershipPercentage": 50,
        "personalInfo": {
            "firstName": "Grace",
            "lastName": "Hopper",
            "birthDate": "1986-12-09",
            "nationality": "US",
            "address": address(),
            "idType": "SSN",
            "identifier": "123-45-6789",
        },
    })
}
