//! Rules for a customer's data beyond its shape (customers 2.2). A profile is checked as a whole, also after
//! a change: the stored part has passed before.

use causeway_domain::country::Country;
use causeway_domain::customers::{
    CustomerField, IdType, IdentityFault, NameFault, OtherFault, check_birth_date, check_incorporated_on,
    check_name, check_other_description, check_tax_id,
};
use causeway_domain::date::Date;
use causeway_store::customers::{BusinessProfile, CustomerDoc, IndividualProfile, Profile};
use causeway_wire::customers::{IndividualSourceOfFunds, PurposeOfAccount, SourceOfFunds, SourceOfWealth};
use causeway_wire::{Constraint, FieldError};

use super::profile::includes_other;
use crate::runtime::field_errors::FieldErrors;

impl FieldErrors {
    fn check_name(&mut self, field: &str, name: Option<&str>) {
        match name.map(check_name) {
            None | Some(Ok(())) => {}
            Some(Err(NameFault::Length)) => self.push(field, "must have 1 to 255 characters"),
            Some(Err(NameFault::Character(c))) => self.push(field, format!("must not contain {c:?}")),
            Some(Err(NameFault::Spaces)) => {
                self.push(field, "must not begin or end with a space or have two in a row");
            }
        }
    }

    /// Checks a date with `check`, if one was sent.
    pub(crate) fn check_date(
        &mut self,
        field: &str,
        day: Option<&str>,
        check: impl Fn(Date) -> Result<(), IdentityFault>,
    ) {
        match day.map(|day| day.parse().map(&check)) {
            None | Some(Ok(Ok(()))) => {}
            Some(Ok(Err(IdentityFault::TooEarly))) => self.push(field, "must not be before 1900-01-01"),
            Some(Ok(Err(IdentityFault::InFuture))) => self.push(field, "must not be in the future"),
            Some(Ok(Err(IdentityFault::Form)) | Err(_)) => {
                self.push(field, "must be a day, such as 1990-01-15");
            }
        }
    }

    /// Checks the description of the choice `OTHER`; `choice` is the field that the description belongs to.
    fn check_other_description(
        &mut self,
        field: &str,
        choice: &str,
        is_chosen: bool,
        description: Option<&String>,
    ) {
        if !self.has_no_error(choice) {
            return;
        }
        match check_other_description(is_chosen, description.map(String::as_str)) {
            Ok(()) => {}
            Err(OtherFault::Missing) => self.push(field, "is required when OTHER is selected"),
            Err(OtherFault::NotChosen) => self.push(field, "is only allowed when OTHER is selected"),
        }
    }
}

/// Checks a profile; `identifier` is its identification number, sent or stored.
pub(super) fn check(errors: &mut FieldErrors, profile: &Profile, identifier: Option<&str>, today: Date) {
    match profile {
        Profile::Individual(person) => check_individual(errors, person, identifier, today),
        Profile::Business(company) => check_business(errors, company, today),
    }
}

fn check_individual(
    errors: &mut FieldErrors,
    person: &IndividualProfile,
    identifier: Option<&str>,
    today: Date,
) {
    errors.check_name("fullName", person.full_name.as_deref());
    errors.check_date("birthDate", person.birth_date.as_deref(), |day| check_birth_date(day, today));
    check_identification(errors, person, identifier);
    errors.check_other_description(
        "sourceOfFundsOtherDescription",
        "sourceOfFundsCategories",
        includes_other(person.source_of_funds_categories.as_ref(), &IndividualSourceOfFunds::Other),
        person.source_of_funds_other_description.as_ref(),
    );
    errors.check_other_description(
        "sourceOfWealthOtherDescription",
        "sourceOfWealthCategories",
        includes_other(person.source_of_wealth_categories.as_ref(), &SourceOfWealth::Other),
        person.source_of_wealth_other_description.as_ref(),
    );
    errors.check_other_description(
        "purposeOfAccountOtherDescription",
        "purposeOfAccount",
        person.purpose_of_account == Some(PurposeOfAccount::Other),
        person.purpose_of_account_other_description.as_ref(),
    );
}

fn check_identification(errors: &mut FieldErrors, person: &IndividualProfile, identifier: Option<&str>) {
    let kind = person.id_type.map(IdType::of);
    match (kind, identifier) {
        (Some(None), _) => {
            let allowed = IdType::ALL.iter().map(|kind| kind.as_str().to_owned()).collect();
            let error =
                FieldError::new("idType", "must be SSN or ITIN").constraint(Constraint::Enum(allowed));
            errors.add(error);
        }
        (Some(Some(_)), None) => errors.push("identifier", "is required with idType"),
        (None, Some(_)) => errors.push("idType", "is required with identifier"),
        (Some(Some(kind)), Some(number)) if errors.has_no_error("idType") && !kind.accepts(number) => {
            let form = match kind {
                IdType::Ssn => "###-##-####",
                IdType::Itin => "9##-##-####",
            };
            errors.push("identifier", format!("must have the form {form}"));
        }
        (Some(Some(_)), Some(_)) | (None, None) => {}
    }
    if person.country_of_issuance.is_some_and(|country| country != Country::US) {
        errors.push("countryOfIssuance", "must be US");
    }
}

fn check_business(errors: &mut FieldErrors, company: &BusinessProfile, today: Date) {
    errors.check_date("businessInfo.incorporatedOn", company.incorporated_on.as_deref(), |day| {
        check_incorporated_on(day, today)
    });
    if let (Some(country), Some(tax_id)) = (company.country, &company.tax_id)
        && errors.has_no_error("businessInfo.country")
        && check_tax_id(country, tax_id).is_err()
    {
        let message = if country == Country::US {
            "must have exactly 9 digits"
        } else {
            "must have 1 to 50 letters, digits, spaces, -, . or /"
        };
        errors.push("businessInfo.taxId", message);
    }
    errors.check_name("businessInfo.primaryContactFirstName", company.primary_contact_first_name.as_deref());
    errors.check_name("businessInfo.primaryContactLastName", company.primary_contact_last_name.as_deref());
    errors.check_other_description(
        "businessInfo.sourceOfFundsOtherDescription",
        "businessInfo.sourceOfFundsCategories",
        includes_other(company.source_of_funds_categories.as_ref(), &SourceOfFunds::Other),
        company.source_of_funds_other_description.as_ref(),
    );
    errors.check_other_description(
        "businessInfo.purposeOfAccountOtherDescription",
        "businessInfo.purposeOfAccount",
        company.purpose_of_account == Some(PurposeOfAccount::Other),
        company.purpose_of_account_other_description.as_ref(),
    );
}

/// Returns `true` if the customer has a value for this field. A field of the other customer type has none.
pub(super) fn has_value(doc: &CustomerDoc, field: CustomerField) -> bool {
    match field {
        CustomerField::Email => return doc.email.is_some(),
        CustomerField::PhoneNumber => return doc.phone_number.is_some(),
        _ => {}
    }
    match &doc.profile {
        Profile::Individual(person) => match field {
            CustomerField::FullName => person.full_name.is_some(),
            CustomerField::BirthDate => person.birth_date.is_some(),
            CustomerField::Nationality => person.nationality.is_some(),
            CustomerField::Address | CustomerField::AddressCountry => person.address.is_some(),
            CustomerField::IdType => person.id_type.is_some(),
            CustomerField::Identifier => person.encrypted_identifier.is_some(),
            _ => false,
        },
        Profile::Business(company) => match field {
            CustomerField::LegalName => true,
            CustomerField::Address | CustomerField::AddressCountry => company.address.is_some(),
            CustomerField::TaxId => company.tax_id.is_some(),
            CustomerField::RegistrationNumber => company.registration_number.is_some(),
            CustomerField::BusinessType => company.business_type.is_some(),
            _ => false,
        },
    }
}
