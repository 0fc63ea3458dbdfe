//! Requirements for an owner's fields beyond their shape (customers 7).

use causeway_domain::customers::check_birth_date;
use causeway_domain::date::Date;
use causeway_domain::verifications::{
    BeneficialOwnerRole, OwnerIdError, OwnerIdentification, check_owner_id,
};
use causeway_wire::customers::IdentificationType;
use causeway_wire::{Constraint, FieldError};

use crate::runtime::field_errors::FieldErrors;

/// Checks that each role is named once.
pub(super) fn check_roles(errors: &mut FieldErrors, roles: &[BeneficialOwnerRole]) {
    let is_repeated =
        |(at, role): (usize, &BeneficialOwnerRole)| roles.iter().take(at).any(|one| one == role);
    if roles.iter().enumerate().any(is_repeated) {
        errors.push("roles", "must name each role once");
    }
}

/// Checks that a day is a possible date of birth.
pub(super) fn check_birth(errors: &mut FieldErrors, born: &str, today: Date) {
    errors.check_date("personalInfo.birthDate", Some(born), |day| check_birth_date(day, today));
}

/// Checks kind, number and country of the identification against each other.
pub(super) fn check_identification(errors: &mut FieldErrors, id: &OwnerIdentification<'_>) {
    const TYPE: &str = "personalInfo.idType";
    const COUNTRY: &str = "personalInfo.countryOfIssuance";
    match check_owner_id(id) {
        Ok(()) => {}
        Err(OwnerIdError::OfCompanies) => {
            let people = IdentificationType::ALL.iter().filter(|kind| **kind != IdentificationType::Ein);
            let allowed = people.map(|kind| kind.as_str().to_owned()).collect();
            let error = FieldError::new(TYPE, "is a number of companies, not of people");
            errors.add(error.constraint(Constraint::Enum(allowed)));
        }
        Err(OwnerIdError::Form(form)) => {
            errors.push("personalInfo.identifier", format!("must have the form {form}"));
        }
        Err(OwnerIdError::CountryMustBeUs) => errors.push(COUNTRY, "must be US for this idType"),
        Err(OwnerIdError::CountryMissing) => errors.push(COUNTRY, "is required for this idType"),
    }
}
