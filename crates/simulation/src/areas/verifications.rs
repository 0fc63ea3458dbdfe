use causeway_domain::ids::{BeneficialOwnerId, VerificationId};
use causeway_wire::table::{Operation, Verifications};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, ReadBack, learn_cursor, text};
use crate::requests::{Expectation, Request};
use crate::violation::CheckResult;
use crate::world::{Customer, World};

impl Area for Verifications {
    fn weight(&self) -> u32 {
        match self {
            Self::CreateBeneficialOwner | Self::CreateVerification => 3,
            Self::UpdateBeneficialOwner
            | Self::ListBeneficialOwners
            | Self::GetBeneficialOwner
            | Self::ListVerifications
            | Self::GetVerification => 2,
            Self::CreateCustomerKycLink => 1,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Verifications(*self);
        let owner = || caller.rng.pick(&caller.tenant.owners).copied();
        Some(match self {
            Self::CreateBeneficialOwner => {
                let request = caller.request(operation);
                request.json(new_owner(caller, company(caller).or_else(|| caller.live_customer())?))
            }
            Self::ListBeneficialOwners => {
                let of = company(caller).or_else(|| caller.customer())?;
                caller.request(operation).query("customerId", of.id).expecting(Expectation::Success)
            }
            Self::GetBeneficialOwner => caller.request(operation).of(owner()?),
            Self::UpdateBeneficialOwner => {
                let mut body = json!({ "ownershipPercentage": caller.rng.between(0, 105) });
                caller.sometimes(50, &mut body, "roles", json!(["UBO", "DIRECTOR"]));
                caller.request(operation).of(owner()?).json(body)
            }
            Self::CreateCustomerKycLink => {
                let uris = [json!({}), json!({ "redirectUri": "https://app.example.com/done" })];
                let body = caller.rng.pick(&uris)?.clone();
                caller.request(operation).of(caller.customer()?.id).json(body)
            }
            Self::CreateVerification => {
                let customer =
                    company(caller).filter(|_| caller.rng.percent(60)).or_else(|| caller.customer())?;
                caller.request(operation).json(json!({ "customerId": customer.id.to_string() }))
            }
            Self::ListVerifications => {
                caller.list(operation, &[("verificationStatus", "APPROVED".to_owned())])
            }
            Self::GetVerification => {
                let known = caller.rng.pick(&caller.tenant.verifications).copied()?;
                caller.request(operation).of(known)
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        let tenant = &mut world.tenants[request.tenant];
        match self {
            Self::CreateBeneficialOwner => {
                let id: BeneficialOwnerId = text(body, "id")?.parse()?;
                tenant.owners.push(id);
            }
            Self::CreateVerification => {
                let id: VerificationId = text(body, "id")?.parse()?;
                if !tenant.verifications.contains(&id) {
                    tenant.verifications.push(id);
                }
            }
            Self::ListVerifications => learn_cursor(world, request, body),
            Self::ListBeneficialOwners
            | Self::GetBeneficialOwner
            | Self::UpdateBeneficialOwner
            | Self::CreateCustomerKycLink
            | Self::GetVerification => {}
        }
        Ok(())
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<ReadBack> {
        let shown_by = |operation| request.another(Operation::Verifications(operation));
        match self {
            Self::CreateBeneficialOwner | Self::UpdateBeneficialOwner => {
                Some(ReadBack::Same(shown_by(Self::GetBeneficialOwner).of(body["id"].as_str()?)))
            }
            Self::CreateVerification => {
                Some(ReadBack::Same(shown_by(Self::GetVerification).of(body["id"].as_str()?)))
            }
            Self::ListBeneficialOwners
            | Self::GetBeneficialOwner
            | Self::CreateCustomerKycLink
            | Self::ListVerifications
            | Self::GetVerification => None,
        }
    }
}

/// Picks a company that is not deleted.
fn company<'a>(caller: &Caller<'a>) -> Option<&'a Customer> {
    let is_live_business = |one: &&Customer| one.is_business && !one.is_deleted;
    let companies: Vec<&Customer> = caller.tenant.customers.iter().filter(is_live_business).collect();
    caller.rng.pick(&companies).copied()
}

fn new_owner(caller: &Caller<'_>, company: &Customer) -> Value {
    let names = ["Hopper", "Smith001", "Smith002"];
    json!({
        "customerId": company.id.to_string(),
        "roles": ["UBO"],
        "ownershipPercentage": caller.rng.between(0, 105),
        "personalInfo": {
            "firstName": "Grace",
            "lastName": caller.rng.pick(&names).copied().unwrap_or("Hopper"),
            "birthDate": "1986-12-09",
            "nationality": "US",
            "address": caller.address(),
            "idType": "SSN",
            "identifier": "123-45-6789",
        },
    })
}
