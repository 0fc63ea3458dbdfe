//! `PATCH /beneficial-owners/{beneficialOwnerId}` (customers 7).

use causeway_domain::date::Date;
use causeway_domain::ids::BeneficialOwnerId;
use causeway_domain::verifications::{OwnerIdentification, mask};
use causeway_store::beneficial_owners::{self, OwnerPerson};
use causeway_store::{Tx, customers};
use causeway_wire::verifications::{
    BeneficialOwner, BeneficialOwnerPersonalInfoUpdate, BeneficialOwnerUpdateRequest,
};

use super::errors;
use super::owner_fields::{check_birth, check_identification, check_roles};
use super::owner_profile::{change_person, sent_number};
use crate::customers::{decrypt_identifier, encrypt_identifier, render, touch_company, verification};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

/// Changes a beneficial owner: applies all sent fields, or none. The owner's own status does not change.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: BeneficialOwnerId,
    request: &BeneficialOwnerUpdateRequest,
    errors: &mut FieldErrors,
) -> Result<BeneficialOwner, ApiError> {
    let platform = context.platform;
    let found = beneficial_owners::find(tx, platform, id)?;
    let Some(customer) = found.map(|owner| owner.customer) else {
        errors.refuse()?;
        return Err(errors::no_such_owner());
    };
    let found = customers::lock(tx, platform, customer)?.filter(|customer| !customer.is_deleted);
    let mut customer = found.ok_or_else(errors::no_such_owner)?;
    let before = beneficial_owners::lock(tx, platform, id)?.ok_or_else(errors::no_such_owner)?;
    let mut after = before.clone();
    if let Some(roles) = &request.roles {
        after.doc.roles.clone_from(roles);
    }
    after.doc.ownership_percentage = request.ownership_percentage.unwrap_or(before.doc.ownership_percentage);
    if let Some(sent) = &request.personal_info {
        change_identified(context, id, &mut after.doc.personal, sent, errors)?;
    }
    errors.refuse()?;
    if after != before {
        after.updated_at.advance(context.now);
        beneficial_owners::update(tx, platform, &after)?;
        touch_company(tx, context, &mut customer)?;
        verification::refresh(tx, context, &customer)?;
    }
    Ok(render::owner(&after))
}

/// Changes the personal data. Kind, number and country of the identification must fit each other afterwards.
fn change_identified(
    context: &Context,
    id: BeneficialOwnerId,
    person: &mut OwnerPerson,
    sent: &BeneficialOwnerPersonalInfoUpdate,
    errors: &mut FieldErrors,
) -> Result<(), ApiError> {
    let identifier = decrypt_identifier(&context.app, id, &person.encrypted_identifier)?;
    let number = sent_number(person, sent).filter(|number| *number != identifier);
    change_person(person, sent);
    let names_identification =
        number.is_some() || sent.id_type.is_some() || sent.country_of_issuance.is_some();
    if names_identification
        && errors.has_no_error("personalInfo.idType")
        && errors.has_no_error("personalInfo.countryOfIssuance")
    {
        let id = OwnerIdentification {
            id_type: person.id_type,
            number: Some(number.unwrap_or(&identifier))
                .filter(|_| errors.has_no_error("personalInfo.identifier")),
            country_of_issuance: person.country_of_issuance,
        };
        check_identification(errors, &id);
    }
    if let Some(number) = number.filter(|_| errors.is_empty()) {
        person.encrypted_identifier = encrypt_identifier(&context.app, id, number)?;
        person.masked_identifier = mask(number);
    }
    Ok(())
}

impl FieldChecks for BeneficialOwnerUpdateRequest {
    fn check(&self, context: &Context, errors: &mut FieldErrors) {
        if let Some(roles) = &self.roles {
            check_roles(errors, roles);
        }
        if let Some(born) = self.personal_info.as_ref().and_then(|person| person.birth_date.as_ref()) {
            check_birth(errors, born.as_str(), Date::of(context.now));
        }
    }
}
