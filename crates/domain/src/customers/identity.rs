//! Rules for identity data: dates, identification numbers, tax numbers, due-diligence texts (customers 2.2,
//! 2.10).

use causeway_vocabulary::customers::IdentificationType;
use causeway_vocabulary::letters::is_letter_or_number;

use super::state::CustomerStatus;
use crate::country::Country;
use crate::date::Date;
use crate::named::named;

named! {
    /// A type of identification number that a customer may have.
    pub enum IdType {
        /// Social security number, United States.
        Ssn = "SSN",
        /// Individual taxpayer identification number, United States.
        Itin = "ITIN",
    }
}

impl IdType {
    /// Returns the type of this name in the interface, or `None` if customers may not have the type.
    #[must_use]
    pub const fn of(named: IdentificationType) -> Option<Self> {
        match named {
            IdentificationType::Ssn => Some(Self::Ssn),
            IdentificationType::Itin => Some(Self::Itin),
            IdentificationType::Ein | IdentificationType::NonUsTaxId => None,
        }
    }

    /// Returns `true` if the number has the form of this type: `###-##-####`, for an ITIN beginning with 9.
    #[must_use]
    pub fn accepts(self, number: &str) -> bool {
        let is_written_so = number.len() == 11
            && number.bytes().enumerate().all(|(at, byte)| match at {
                3 | 6 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        match self {
            Self::Ssn => is_written_so,
            Self::Itin => is_written_so && number.starts_with('9'),
        }
    }
}

/// The reason why a piece of identity data is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentityFault {
    /// The day is before 1900.
    TooEarly,
    /// The day is in the future.
    InFuture,
    /// The number does not have the form of its kind or country.
    Form,
}

/// Checks a date of birth: not before 1900, not after `today`.
///
/// # Errors
/// When the day is outside of that range.
pub fn check_birth_date(born: Date, today: Date) -> Result<(), IdentityFault> {
    if born.year() < 1900 {
        return Err(IdentityFault::TooEarly);
    }
    check_incorporated_on(born, today)
}

/// Checks the founding date of a company: not after `today`.
///
/// # Errors
/// When the day is in the future.
pub fn check_incorporated_on(founded: Date, today: Date) -> Result<(), IdentityFault> {
    if founded > today { Err(IdentityFault::InFuture) } else { Ok(()) }
}

/// Checks the form of a company's tax number in this country. United States: nine digits, with any other
/// characters between them. Elsewhere: 1 to 50 letters, digits, spaces, `-`, `.` and `/`, in Mexico also `&`.
///
/// # Errors
/// When it has another form.
pub fn check_tax_id(country: Country, tax_id: &str) -> Result<(), IdentityFault> {
    // A number in Mexico begins with letters of the name, which may be `&`.
    let signs = if country.as_str() == "MX" { " -./&" } else { " -./" };
    let fits = if country == Country::US {
        tax_id.bytes().filter(u8::is_ascii_digit).count() == 9
    } else {
        (1..=50).contains(&tax_id.chars().count())
            && tax_id.chars().all(|c| is_letter_or_number(c) || signs.contains(c))
    };
    if fits { Ok(()) } else { Err(IdentityFault::Form) }
}

/// The reason why the description of an `OTHER` choice is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherFault {
    /// `OTHER` is chosen and not described.
    Missing,
    /// A description is present, but `OTHER` is not chosen.
    NotChosen,
}

/// Checks that a due-diligence description is present exactly if `OTHER` is chosen.
///
/// # Errors
/// The missing one of the two.
pub fn check_other_description(is_other_chosen: bool, description: Option<&str>) -> Result<(), OtherFault> {
    match (is_other_chosen, description.is_some_and(|text| !text.is_empty())) {
        (true, false) => Err(OtherFault::Missing),
        (false, true) => Err(OtherFault::NotChosen),
        (true, true) | (false, false) => Ok(()),
    }
}

/// Returns `true` if verified identity data may not change any more: on production platforms whose customers
/// the service verifies, once the customer is approved.
#[must_use]
pub fn is_identity_locked(is_production: bool, is_regulated: bool, status: CustomerStatus) -> bool {
    is_production && !is_regulated && status == CustomerStatus::Approved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn people_are_born_between_1900_and_today() {
        let today = day("2025-10-03");
        for (born, expected) in [
            ("1899-12-31", Err(IdentityFault::TooEarly)),
            ("1900-01-01", Ok(())),
            ("2025-10-03", Ok(())),
            ("2025-10-04", Err(IdentityFault::InFuture)),
        ] {
            assert_eq!(check_birth_date(day(born), today), expected, "{born}");
        }
        assert_eq!(check_incorporated_on(day("1600-01-01"), today), Ok(()));
        assert_eq!(check_incorporated_on(day("2025-10-04"), today), Err(IdentityFault::InFuture));
    }

    #[test]
    fn identification_numbers_have_one_form() {
        for (number, ssn, itin) in [
            ("123-45-6789", true, false),
            ("912-34-5678", true, true),
            ("123456789", false, false),
            ("12-345-6789", false, false),
            ("123-45-678x", false, false),
            ("9a2-34-5678", false, false),
        ] {
            assert_eq!(IdType::Ssn.accepts(number), ssn, "{number}");
            assert_eq!(IdType::Itin.accepts(number), itin, "{number}");
        }
    }

    #[test]
    fn tax_numbers_follow_the_country() {
        let germany: Country = "DE".parse().unwrap();
        let mexico: Country = "MX".parse().unwrap();
        for (country, number, fits) in [
            (Country::US, "12-3456789", true),
            (Country::US, "EIN 123 456 789", true),
            (Country::US, "12345678", false),
            (Country::US, "1234567890", false),
            (germany, "DE 123/456.78-9", true),
            (germany, "", false),
            (germany, "12_34", false),
            (germany, "A&B1234567", false),
            (mexico, "Ñ&M010101AB9", true),
            (mexico, "A&B-991231/Z5", true),
            (mexico, "A+B010101AB9", false),
            (germany, &"1".repeat(51), false),
        ] {
            assert_eq!(check_tax_id(country, number).is_ok(), fits, "{number}");
        }
    }

    #[test]
    fn other_is_described_exactly_when_chosen() {
        assert_eq!(check_other_description(true, None), Err(OtherFault::Missing));
        assert_eq!(check_other_description(true, Some("")), Err(OtherFault::Missing));
        assert_eq!(check_other_description(true, Some("a trust")), Ok(()));
        assert_eq!(check_other_description(false, Some("a trust")), Err(OtherFault::NotChosen));
        assert_eq!(check_other_description(false, None), Ok(()));
    }

    #[test]
    fn identity_is_locked_only_for_customers_that_the_service_has_approved() {
        assert!(is_identity_locked(true, false, CustomerStatus::Approved));
        assert!(!is_identity_locked(false, false, CustomerStatus::Approved));
        assert!(!is_identity_locked(true, true, CustomerStatus::Approved));
        assert!(!is_identity_locked(true, false, CustomerStatus::Pending));
    }
}
