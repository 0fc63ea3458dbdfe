//! What the shape cannot say about an owner's fields (customers 7).

use causeway_domain::customers::check_birth_date;
use causeway_domain::date::Date;
use causeway_domain::kyc::{BeneficialOwnerRole, OwnerIdFault, OwnerIdentification, check_owner_id};
use causeway_wire::customers::IdentificationType;
use causeway_wire::{Constraint, FieldError};

use crate::runtime::field_errors::FieldErrors;

/// Each role is named once.
pub(super) fn check_roles(faults: &mut FieldErrors, roles: &[BeneficialOwnerRole]) {
    let is_repeated =
        |(at, role): (usize, &BeneficialOwnerRole)| roles.iter().take(at).any(|one| one == role);
    if roles.iter().enumerate().any(is_repeated) {
        faults.push("roles", "must name each role once");
    }
}

/// A day on which somebody can be born.
pub(super) fn check_birth(faults: &mut FieldErrors, born: &str, today: Date) {
    faults.day("personalInfo.birthDate", Some(born), |day| check_birth_date(day, today));
}

/// Kind, number and country of the identification.
pub(super) fn check_identification(faults: &mut FieldErrors, id: &OwnerIdentification<'_>) {
    const TYPE: &str = "personalInfo.idType";
    const COUNTRY: &str = "personalInfo.countryOfIssuance";
    match check_owner_id(id) {
        Ok(()) => {}
        Err(OwnerIdFault::OfCompanies) => {
            let people = IdentificationType::EVERY.iter().filter(|kind| **kind != IdentificationType::Ein);
            let allowed = people.map(|kind| kind.as_str().to_owned()).collect();
            let fault = FieldError::new(TYPE, "is a number of companies, not of people");
            faults.add(fault.constraint(Constraint::Enum(allowed)));
        }
        Err(OwnerIdFault::Form(form)) => {
            faults.push("personalInfo.identifier", format!("must have the form {form}"));
        }
        Err(OwnerIdFault::CountryMustBeUs) => faults.push(COUNTRY, "must be US for this idType"),
        Err(OwnerIdFault::CountryMissing) => faults.push(COUNTRY, "is required for this idType"),
    }
}
