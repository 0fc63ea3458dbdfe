//! The holders of external accounts.

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::account_type::{AccountType, HolderRule, Naming};
use crate::accounts::info::component_name;
use crate::address::Address;
use crate::scalar::schema::{add_tag, reference};
use crate::scalar::{Country, Date, Email, Name, Phone};

/// The holder of an external account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "beneficiaryType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Beneficiary {
    /// An individual.
    Individual(IndividualBeneficiary),
    /// A company.
    Business(BusinessBeneficiary),
}

impl Beneficiary {
    /// Returns the name by which the bank should know the holder.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Individual(person) => person.full_name.as_str(),
            Self::Business(company) => company.legal_name.as_str(),
        }
    }
}

/// An individual as the holder of an external account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndividualBeneficiary {
    /// Full name.
    pub full_name: Name,
    /// Date of birth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_date: Option<Date>,
    /// Country of nationality.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nationality: Option<Country>,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Phone number in E.164 format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<Phone>,
    /// Country of residence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_residence: Option<Country>,
    /// Home address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Address>,
    /// Company register number of an individual who is registered as a company (Canada).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub registration_number: Option<Name>,
    /// Type of identity document (Colombia).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub document_type: Option<Name>,
    /// Number of the identity document (Colombia).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub document_number: Option<Name>,
}

/// A company as the holder of an external account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessBeneficiary {
    /// Registered name.
    pub legal_name: Name,
    /// Number in the company register.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_number: Option<Name>,
    /// Tax identification number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_id: Option<Name>,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Phone number in E.164 format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<Phone>,
    /// Country in which the company is resident.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_residence: Option<Country>,
    /// Registered address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Address>,
}

impl Beneficiary {
    /// Drops the members of an individual that accounts of this type do not have.
    pub(super) fn restricted_to(mut self, row: &AccountType) -> Self {
        if let Self::Individual(person) = &mut self {
            let has_member = |name| row.holder.person_extras.iter().any(|extra| extra.name == name);
            person.registration_number =
                person.registration_number.take().filter(|_| has_member("registrationNumber"));
            person.document_type = person.document_type.take().filter(|_| has_member("documentType"));
            person.document_number = person.document_number.take().filter(|_| has_member("documentNumber"));
        }
        self
    }
}

/// Returns the member for the holder of an account of this type: name, schema, and `true` if required. `None`
/// if the holder is never named.
pub(super) fn member(
    generator: &mut SchemaGenerator,
    row: &AccountType,
) -> Option<(&'static str, Value, bool)> {
    match row.holder.naming {
        Naming::Never => None,
        Naming::Needed => Some(("beneficiary", schema(generator, row), true)),
        Naming::Possible => Some(("beneficiary", schema(generator, row), false)),
    }
}

fn schema(generator: &mut SchemaGenerator, row: &AccountType) -> Value {
    let HolderRule { person_needs, person_extras, .. } = row.holder;
    if person_needs.is_empty() && person_extras.is_empty() {
        return generator.subschema_for::<Beneficiary>().into();
    }
    let mut person: Value = IndividualBeneficiary::json_schema(generator).into();
    add_tag(&mut person, "beneficiaryType", "INDIVIDUAL");
    if let Some(required) = person.get_mut("required").and_then(Value::as_array_mut) {
        required.extend(person_needs.iter().map(|need| Value::from(*need)));
    }
    if let Some(properties) = person.get_mut("properties").and_then(Value::as_object_mut) {
        properties.extend(person_extras.iter().map(|extra| (extra.name.to_owned(), extra.schema())));
    }
    let name = component_name(row.account_type, "IndividualBeneficiary");
    generator.definitions_mut().insert(name.clone(), person);
    generator.subschema_for::<Beneficiary>();
    let person = reference(&name);
    let company = reference("BusinessBeneficiary");
    json!({
        "oneOf": [{ "$ref": person }, { "$ref": company }],
        "discriminator": {
            "propertyName": "beneficiaryType",
            "mapping": { "INDIVIDUAL": person, "BUSINESS": company },
        },
    })
}
