//! What may be said about the people behind a company (customers 7).

use causeway_vocabulary::customers::IdentificationType;
use causeway_vocabulary::kyc::{BeneficialOwnerRole, VerificationErrorType};

use crate::country::Country;
use crate::customers::{IdType, check_tax_id};

/// So many people a company may have: they stand in each answer about it.
pub const OWNERS_MAX: usize = 100;

/// Whether somebody with this role controls the company (customers 5.4).
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

/// Whether an error is about the applicant as such, and so ends the verification.
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

/// How a person is identified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnerIdentification<'a> {
    /// The kind of the number.
    pub id_type: IdentificationType,
    /// The number; none where it is not known to be sound.
    pub number: Option<&'a str>,
    /// The country that issued it.
    pub country_of_issuance: Option<Country>,
}

/// What is wrong with the identification of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnerIdFault {
    /// No person has a number of this kind.
    OfCompanies,
    /// The number is not written as its kind is; how that is.
    Form(&'static str),
    /// The number is of the United States, and the country is another.
    CountryMustBeUs,
    /// The country must be named.
    CountryMissing,
}

/// Whether a person can be identified so.
///
/// # Errors
/// The first thing that is wrong.
pub fn check_owner_id(id: &OwnerIdentification<'_>) -> Result<(), OwnerIdFault> {
    match (id.id_type, IdType::of(id.id_type)) {
        (IdentificationType::Ein, _) => Err(OwnerIdFault::OfCompanies),
        (_, Some(kind)) => {
            let form = match kind {
                IdType::Ssn => "###-##-####",
                IdType::Itin => "9##-##-####",
            };
            if id.number.is_some_and(|number| !kind.accepts(number)) {
                return Err(OwnerIdFault::Form(form));
            }
            match id.country_of_issuance {
                None | Some(Country::US) => Ok(()),
                Some(_) => Err(OwnerIdFault::CountryMustBeUs),
            }
        }
        (_, None) => match id.country_of_issuance {
            None => Err(OwnerIdFault::CountryMissing),
            Some(country) if id.number.is_some_and(|number| !is_foreign_number(country, number)) => {
                Err(OwnerIdFault::Form("1 to 50 letters, digits, spaces, -, . or /"))
            }
            Some(_) => Ok(()),
        },
    }
}

/// Returns true for a number as countries write theirs. That of the United States is not asked of a number that is not theirs.
fn is_foreign_number(country: Country, number: &str) -> bool {
    let elsewhere = if country == Country::US { "DE".parse() } else { Ok(country) };
    elsewhere.is_ok_and(|elsewhere| check_tax_id(elsewhere, number).is_ok())
}

/// A number as it is shown: of all but its last four characters only how many there are. Of a number that is no longer
/// than that, nothing is shown.
#[must_use]
pub fn masked(number: &str) -> String {
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
            (Ein, "12-3456789", None, Err(OwnerIdFault::OfCompanies)),
            (Ssn, "123-45-6789", None, Ok(())),
            (Ssn, "123-45-6789", Some(Country::US), Ok(())),
            (Ssn, "123-45-6789", germany, Err(OwnerIdFault::CountryMustBeUs)),
            (Ssn, "123456789", None, Err(OwnerIdFault::Form("###-##-####"))),
            (Itin, "123-45-6789", None, Err(OwnerIdFault::Form("9##-##-####"))),
            (NonUsTaxId, "12 345/678", germany, Ok(())),
            (NonUsTaxId, "12345678", None, Err(OwnerIdFault::CountryMissing)),
            (NonUsTaxId, "12345678", Some(Country::US), Ok(())),
            (NonUsTaxId, "Ñ&MA010101AB9", "MX".parse().ok(), Ok(())),
            (
                NonUsTaxId,
                "****5678",
                germany,
                Err(OwnerIdFault::Form("1 to 50 letters, digits, spaces, -, . or /")),
            ),
        ] {
            let id = OwnerIdentification { id_type, number: Some(number), country_of_issuance };
            assert_eq!(check_owner_id(&id), expected, "{id_type} {number}");
        }
    }

    #[test]
    fn the_last_four_characters_are_shown() {
        assert_eq!(masked("123-45-6789"), "*******6789");
        assert_eq!(masked("12345"), "*2345");
        assert_eq!(masked("1234"), "****");
        assert_eq!(masked(""), "");
    }
}
