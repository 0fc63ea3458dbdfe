//! Customer fields that a currency's provider requires (customers 2.2, last row).

use super::state::CustomerType;
use crate::named::named;

pub use causeway_vocabulary::platforms::CustomerInfoField;

named! {
    /// A field of the customer record, by its path in a request.
    pub enum CustomerField {
        /// A person's name.
        FullName = "fullName",
        /// A company's name.
        LegalName = "businessInfo.legalName",
        BirthDate = "birthDate",
        Nationality = "nationality",
        Email = "email",
        PhoneNumber = "phoneNumber",
        Address = "address",
        AddressCountry = "address.country",
        TaxId = "businessInfo.taxId",
        RegistrationNumber = "businessInfo.registrationNumber",
        /// A company's line of business.
        BusinessType = "businessInfo.businessType",
        /// The type of a person's identification number.
        IdType = "idType",
        /// A person's identification number.
        Identifier = "identifier",
    }
}

/// Required information that a customer lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingField {
    pub required: CustomerInfoField,
    /// The field of the record that provides it.
    pub field: CustomerField,
}

/// Returns the required fields that a customer lacks; `has` is `true` for fields of the record with a value.
/// Information without a field in the record is not checked.
#[must_use]
pub fn missing_fields(
    required: &[CustomerInfoField],
    customer_type: CustomerType,
    has: impl Fn(CustomerField) -> bool,
) -> Vec<MissingField> {
    let missing = |&required: &CustomerInfoField| {
        let field = field_for(required, customer_type)?;
        (!has(field)).then_some(MissingField { required, field })
    };
    required.iter().filter_map(missing).collect()
}

fn field_for(required: CustomerInfoField, customer_type: CustomerType) -> Option<CustomerField> {
    use CustomerField as Field;
    use CustomerInfoField as Info;
    let by_type = |individual, business| match customer_type {
        CustomerType::Individual => individual,
        CustomerType::Business => business,
    };
    Some(match required {
        Info::FullName | Info::CompanyLegalName => by_type(Field::FullName, Field::LegalName),
        Info::BirthDate => Field::BirthDate,
        Info::Nationality => Field::Nationality,
        Info::Email => Field::Email,
        Info::PhoneNumber => Field::PhoneNumber,
        Info::PostalAddress => Field::Address,
        Info::CountryOfResidence => Field::AddressCountry,
        Info::TaxId => by_type(Field::Identifier, Field::TaxId),
        Info::RegistrationNumber => Field::RegistrationNumber,
        Info::BusinessType => Field::BusinessType,
        Info::IdType => Field::IdType,
        Info::IdNumber => Field::Identifier,
        // Always present, or not a field of the record.
        Info::UserType
        | Info::AccountIdentifier
        | Info::FiLegalEntityName
        | Info::FiAddress
        | Info::PurposeOfPayment
        | Info::UltimateInstitutionCountry
        | Info::Identifier => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lacking_fields_are_named_by_the_customers_type() {
        let missing = |customer_type| {
            missing_fields(CustomerInfoField::ALL, customer_type, |field| field == CustomerField::Email)
                .into_iter()
                .map(|missing| missing.field.as_str())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            missing(CustomerType::Individual),
            [
                "fullName",
                "birthDate",
                "nationality",
                "phoneNumber",
                "address",
                "identifier",
                "businessInfo.registrationNumber",
                "address.country",
                "businessInfo.businessType",
                "fullName",
                "idType",
                "identifier",
            ]
        );
        assert!(missing(CustomerType::Business).contains(&"businessInfo.taxId"));
        assert!(
            missing_fields(&[CustomerInfoField::UserType], CustomerType::Individual, |_| false).is_empty()
        );
    }
}
