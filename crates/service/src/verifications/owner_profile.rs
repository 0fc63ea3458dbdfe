//! Conversion of requests into the stored profile of an owner (customers 7).

use causeway_domain::Country;
use causeway_domain::customers::IdType;
use causeway_domain::ids::BeneficialOwnerId;
use causeway_domain::verifications::mask;
use causeway_store::beneficial_owners::OwnerPerson;
use causeway_wire::verifications::{BeneficialOwnerPersonalInfoUpdate, NewBeneficialOwnerPersonalInfo};

use crate::customers::{encrypt_identifier, postal_address};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Builds the profile of a new owner.
pub(super) fn new_person(
    context: &Context,
    id: BeneficialOwnerId,
    sent: &NewBeneficialOwnerPersonalInfo,
) -> Result<OwnerPerson, ApiError> {
    let number = sent.identifier.as_str();
    Ok(OwnerPerson {
        first_name: sent.first_name.as_str().to_owned(),
        middle_name: sent.middle_name.clone().map(Into::into),
        last_name: sent.last_name.as_str().to_owned(),
        birth_date: sent.birth_date.as_str().to_owned(),
        nationality: sent.nationality,
        email: sent.email.clone().map(Into::into),
        phone_number: sent.phone_number.clone().map(Into::into),
        address: postal_address(&sent.address),
        id_type: sent.id_type,
        encrypted_identifier: encrypt_identifier(&context.app, id, number)?,
        masked_identifier: mask(number),
        country_of_issuance: sent
            .country_of_issuance
            .or_else(|| IdType::of(sent.id_type).map(|_| Country::US)),
    })
}

/// Returns the identification number that was sent, unless it is the masked one that was shown.
pub(super) fn sent_number<'a>(
    person: &OwnerPerson,
    sent: &'a BeneficialOwnerPersonalInfoUpdate,
) -> Option<&'a str> {
    let number = sent.identifier.as_ref().map(AsRef::as_ref);
    number.filter(|number| *number != person.masked_identifier)
}

/// Copies the sent fields except the identification number; the others stay.
pub(super) fn change_person(person: &mut OwnerPerson, sent: &BeneficialOwnerPersonalInfoUpdate) {
    let text = |into: &mut String, from: Option<&str>| {
        if let Some(sent) = from {
            sent.clone_into(into);
        }
    };
    text(&mut person.first_name, sent.first_name.as_ref().map(AsRef::as_ref));
    text(&mut person.last_name, sent.last_name.as_ref().map(AsRef::as_ref));
    text(&mut person.birth_date, sent.birth_date.as_ref().map(AsRef::as_ref));
    if let Some(name) = &sent.middle_name {
        person.middle_name = Some(name.as_str().to_owned());
    }
    if let Some(email) = &sent.email {
        person.email = Some(email.as_str().to_owned());
    }
    if let Some(phone) = &sent.phone_number {
        person.phone_number = Some(phone.as_str().to_owned());
    }
    if let Some(address) = &sent.address {
        person.address = postal_address(address);
    }
    person.nationality = sent.nationality.unwrap_or(person.nationality);
    person.id_type = sent.id_type.unwrap_or(person.id_type);
    person.country_of_issuance = sent
        .country_of_issuance
        .or(person.country_of_issuance)
        .or_else(|| IdType::of(person.id_type).map(|_| Country::US));
}
