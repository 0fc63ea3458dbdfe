//! Keys of customer data in messages.

use causeway_vocabulary::platforms::CustomerInfoField;

/// The key of the signed data about a party, which no customer field has.
pub const COMPLIANCE: &str = "compliance";
/// The key of a party's address.
pub const IDENTIFIER: &str = "identifier";
/// The key by which a receiver's provider asks for Travel Rule data, which are a part of the signed data.
pub const TRAVEL_RULE: &str = "encryptedTravelRuleInfo";

/// Returns the key of a field in messages.
#[must_use]
pub const fn key_of_field(field: CustomerInfoField) -> &'static str {
    match field {
        CustomerInfoField::FullName => "name",
        CustomerInfoField::Email => "email",
        CustomerInfoField::Identifier => IDENTIFIER,
        CustomerInfoField::BirthDate => "birthDate",
        CustomerInfoField::Nationality => "nationality",
        CustomerInfoField::CountryOfResidence => "countryOfResidence",
        CustomerInfoField::PhoneNumber => "phoneNumber",
        CustomerInfoField::PostalAddress => "postalAddress",
        CustomerInfoField::TaxId => "taxId",
        CustomerInfoField::RegistrationNumber => "registrationNumber",
        CustomerInfoField::AccountIdentifier => "accountIdentifier",
        CustomerInfoField::FiLegalEntityName => "fiLegalEntityName",
        CustomerInfoField::FiAddress => "fiAddress",
        CustomerInfoField::PurposeOfPayment => "purposeOfPayment",
        CustomerInfoField::UltimateInstitutionCountry => "ultimateInstitutionCountry",
        CustomerInfoField::BusinessType => "businessType",
        CustomerInfoField::CompanyLegalName => "companyLegalName",
        CustomerInfoField::IdType => "idType",
        CustomerInfoField::IdNumber => "idNumber",
        CustomerInfoField::UserType => "userType",
    }
}

/// Returns the field of a key, or `None` if no field has it. `countryCode` is another spelling of the country
/// of residence.
#[must_use]
pub fn field_of_key(key: &str) -> Option<CustomerInfoField> {
    if key == "countryCode" {
        return Some(CustomerInfoField::CountryOfResidence);
    }
    CustomerInfoField::ALL.iter().copied().find(|field| key_of_field(*field) == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_a_key_of_its_own() {
        for field in CustomerInfoField::ALL {
            assert_eq!(field_of_key(key_of_field(*field)), Some(*field));
        }
        assert_eq!(field_of_key("countryCode"), Some(CustomerInfoField::CountryOfResidence));
        for key in ["compliance", "FULL_NAME", "", "Name"] {
            assert_eq!(field_of_key(key), None);
        }
    }
}
