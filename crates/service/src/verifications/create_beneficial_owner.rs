//! `POST /beneficial-owners` (customers 7).

use causeway_domain::Revision;
use causeway_domain::customers::CustomerType;
use causeway_domain::date::Date;
use causeway_domain::ids::BeneficialOwnerId;
use causeway_domain::verifications::{MAX_OWNERS, OwnerIdentification};
use causeway_store::beneficial_owners::{self, OwnerDoc, OwnerRecord};
use causeway_store::{Tx, customers as rows};
use causeway_wire::verifications::{BeneficialOwner, BeneficialOwnerCreateRequest};

use super::owner_fields::{check_birth, check_identification, check_roles};
use super::{errors, owner_profile};
use crate::customers::{live, new_owner_status, render, touch_company, verification};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

/// Adds a person to a business customer.
///
/// # Errors
/// `INVALID_INPUT`; `USER_NOT_FOUND`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &BeneficialOwnerCreateRequest,
    errors: &mut FieldErrors,
) -> Result<BeneficialOwner, ApiError> {
    let platform = context.platform;
    let found = rows::lock(tx, platform, request.customer_id)?.filter(|customer| !customer.is_deleted);
    if found.as_ref().is_some_and(|customer| customer.customer_type() == CustomerType::Individual) {
        errors.push("customerId", "must be a business customer");
    }
    errors.refuse()?;
    let mut customer = live(found)?;
    if beneficial_owners::of_customer(tx, platform, customer.id)?.len() >= MAX_OWNERS {
        return Err(errors::too_many_owners());
    }
    let id: BeneficialOwnerId = context.id();
    let owner = OwnerRecord {
        id,
        customer: customer.id,
        status: new_owner_status(tx, context, &customer, request.personal_info.last_name.as_str())?,
        doc: OwnerDoc {
            v: OwnerDoc::VERSION,
            roles: request.roles.clone(),
            ownership_percentage: request.ownership_percentage,
            personal: owner_profile::new_person(context, id, &request.personal_info)?,
        },
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    beneficial_owners::insert(tx, platform, &owner)?;
    touch_company(tx, context, &mut customer)?;
    verification::refresh(tx, context, &customer)?;
    Ok(render::owner(&owner))
}

impl FieldChecks for BeneficialOwnerCreateRequest {
    fn check(&self, context: &Context, errors: &mut FieldErrors) {
        let person = &self.personal_info;
        check_roles(errors, &self.roles);
        check_birth(errors, person.birth_date.as_str(), Date::of(context.now));
        if errors.has_no_error("personalInfo.idType") && errors.has_no_error("personalInfo.countryOfIssuance")
        {
            let id = OwnerIdentification {
                id_type: person.id_type,
                number: Some(person.identifier.as_str())
                    .filter(|_| errors.has_no_error("personalInfo.identifier")),
                country_of_issuance: person.country_of_issuance,
            };
            check_identification(errors, &id);
        }
    }
}
