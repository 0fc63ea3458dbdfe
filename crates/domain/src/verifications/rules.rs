//! Rules about beneficial owners and their identification (customers 7).

use causeway_vocabulary::customers::IdentificationType;
use causeway_vocabulary::verifications::{BeneficialOwnerRole, VerificationErrorType};

use crate::country::Country;
use crate::customers::{IdType, check_tax_id};

/// The most beneficial owners of a company. Every response about the company lists them all.
pub const MAX_OWNERS: usize = 100;

/// Returns `true` if a person with this role controls the company (customers 5.4).
#[must_use]
pub const fn gives_control(role: BeneficialOwnerRole) -> bool {
    match role {
        BeneficialOwnerRole::ControlPerson
        | BeneficialOwnerRole::Director
        | BeneficialOwnerRole::CompanyOfficer
        | BeneficialOwnerRole::Trustee
        | BeneficialOwnerRole::GeneralPartner => true,
        BeneficialOwnerRole::Ubo => false,
    }
}

/// Returns `true` if an error is about the applicant as such, and so ends the verification.
#[must_use]
pub const fn is_of_applicant(kind: VerificationErrorType) -> bool {
    matches!(
        kind,
        VerificationErrorType::ApplicantSanctioned
            | VerificationErrorType::ApplicantFraud
            | VerificationErrorType::ApplicantCriminalRecord
            | VerificationErrorType::ApplicantRejected
    )
}

/// The identification of a person by a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnerIdentification<'a> {
    pub id_type: IdentificationType,
    /// `None` if the number is not known to be valid.
    pub number: Option<&'a str>,
    pub country_of_issuance: Option<Country>,
}

/// An error in the identification of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnerIdError {
    /// Only companies have a number of this type.
    OfCompanies,
    /// The number does not have the form of its type. The text describes that form.
    Form(&'static str),
    /// The number is a US one, and the country is another.
    CountryMustBeUs,
    CountryMissing,
}

/// Checks the identification of a person.
///
/// # Errors
/// The first error found.
pub fn check_owner_id(id: &OwnerIdentification<'_>) -> Result<(), OwnerIdError> {
    match (id.id_type, IdType::of(id.id_type)) {
        (IdentificationType::Ein, _) => Err(OwnerIdError::OfCompanies),
        (_, Some(kind)) => {
            let form = match kind {
                IdType::Ssn => "###-##-####",
                IdType::Itin => "9##-##-####",
            };
            if id.number.is_some_and(|number| !kind.accepts(number)) {
                return Err(OwnerIdError::Form(form));
            }
            match id.country_of_issuance {
                None | Some(Country::US) => Ok(()),
                Some(_) => Err(OwnerIdError::CountryMustBeUs),
            }
        }
        (_, None) => match id.country_of_issuance {
            None => Err(OwnerIdError::CountryMissing),
            Some(country) if id.number.is_some_and(|number| !is_foreign_number(country, number)) => {
                Err(OwnerIdError::Form("1 to 50 letters, digits, spaces, -, . or /"))
            }
            Some(_) => Ok(()),
        },
    }
}

/// Returns `true` if the number has the form of the country's tax numbers. If the country is the United
/// States, the rules of another country apply: the number is not of a US type.
fn is_foreign_number(country: Country, number: &str) -> bool {
    let elsewhere = if country == Country::US { "DE".parse() } else { Ok(country) };
    elsewhere.is_ok_and(|elsewhere| check_tax_id(elsewhere, number).is_ok())
}

/// Masks a number for display: all but its last four characters become `*`. A number of four characters or
/// fewer is masked completely.
#[must_use]
pub fn mask(number: &str) -> String {
    const SHOWN: usize = 4;
    let count = number.chars().count();
    let hidden = if count > SHOWN { count - SHOWN } else { count };
    number.chars().enumerate().map(|(at, letter)| if at < hidden { '*' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_have_numbers_of_their_own() {
        use IdentificationType::{Ein, Itin, NonUsTaxId, Ssn};
        let germany = Some("DE".parse().unwrap());
        for (id_type, number, country_of_issuance, expected) in [
            (Ein, "12-3456789", None, Err(OwnerIdError::OfCompanies)),
            (Ssn, "123-45-6789", None, Ok(())),
            (Ssn, "123-45-6789", Some(Country::US), Ok(())),
            (Ssn, "123-45-6789", germany, Err(OwnerIdError::CountryMustBeUs)),
            (Ssn, "123456789", None, Err(OwnerIdError::Form("###-##-####"))),
            (Itin, "123-45-6789", None, Err(OwnerIdError::Form("9##-##-####"))),
            (NonUsTaxId, "12 345/678", germany, Ok(())),
            (NonUsTaxId, "12345678", None, Err(OwnerIdError::CountryMissing)),
            (NonUsTaxId, "12345678", Some(Country::US), Ok(())),
            (NonUsTaxId, "Ñ&MA010101AB9", "MX".parse().ok(), Ok(())),
            (
                NonUsTaxId,
                "****5678",
                germany,
                Err(OwnerIdError::Form("1 to 50 letters, digits, spaces, -, . or /")),
            ),
        ] {
            let id = OwnerIdentification { id_type, number: Some(number), country_of_issuance };
            assert_eq!(check_owner_id(&id), expected, "{id_type} {number}");
        }
    }

    #[test]
    fn the_last_four_characters_are_shown() {
        assert_eq!(mask("123-45-6789"), "*******6789");
        assert_eq!(mask("12345"), "*2345");
        assert_eq!(mask("1234"), "****");
        assert_eq!(mask(""), "");
    }
}
