//! Who holds an external account.

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::catalogue::{AccountType, BeneficiaryRule};
use crate::accounts::info::component_name;
use crate::address::Address;
use crate::scalar::schema::{add_tag, reference};
use crate::scalar::{Country, Date, Email, Name, Phone};

/// Who holds an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "beneficiaryType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Beneficiary {
    /// A person.
    Individual(IndividualBeneficiary),
    /// A company.
    Business(BusinessBeneficiary),
}

impl Beneficiary {
    /// The name that the bank should know the holder by.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Individual(person) => person.full_name.as_str(),
            Self::Business(company) => company.legal_name.as_str(),
        }
    }
}

/// A person who holds an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndividualBeneficiary {
    /// Full name.
    pub full_name: Name,
    /// Date of birth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_date: Option<Date>,
    /// Nationality.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nationality: Option<Country>,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Telephone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<Phone>,
    /// Where the person lives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_residence: Option<Country>,
    /// Home address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Address>,
}

/// A company that holds an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessBeneficiary {
    /// Registered name.
    pub legal_name: Name,
    /// Number in the register of companies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_number: Option<Name>,
    /// Tax number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_id: Option<Name>,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Telephone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<Phone>,
    /// Where the company is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_residence: Option<Country>,
    /// Registered address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Address>,
}

/// The schema of the holder of an account of this type, and whether the holder must be named.
pub(super) fn schema(generator: &mut SchemaGenerator, row: &AccountType) -> (Value, bool) {
    let (needs, named) = match row.beneficiary {
        BeneficiaryRule::Named(needs) => (needs, true),
        BeneficiaryRule::MayBeNamed(needs) => (needs, false),
    };
    if needs.is_empty() {
        return (generator.subschema_for::<Beneficiary>().into(), named);
    }
    let mut person: Value = IndividualBeneficiary::json_schema(generator).into();
    add_tag(&mut person, "beneficiaryType", "INDIVIDUAL");
    if let Some(required) = person.get_mut("required").and_then(Value::as_array_mut) {
        required.extend(needs.iter().map(|need| Value::from(*need)));
    }
    let name = component_name(row.account_type, "IndividualBeneficiary");
    generator.definitions_mut().insert(name.clone(), person);
    generator.subschema_for::<Beneficiary>();
    let (person, company) = (reference(&name), reference("BusinessBeneficiary"));
    let union = json!({
        "oneOf": [{ "$ref": person }, { "$ref": company }],
        "discriminator": {
            "propertyName": "beneficiaryType",
            "mapping": { "INDIVIDUAL": person, "BUSINESS": company },
        },
    });
    (union, named)
}
