//! Customer data requested by counterparties by field name (conventions 12, uma 11).

use causeway_domain::customers::CustomerInfoField;
use causeway_store::customers::{CustomerRecord, PostalAddress, Profile};
use serde_json::{Value as Json, json};

/// Returns a fact about a customer; `None` if the record does not have it. A person's identification number
/// is never returned from the encrypted record: a platform that wants to disclose it sends it with the
/// payment.
#[must_use]
pub fn fact(customer: &CustomerRecord, name: CustomerInfoField) -> Option<Json> {
    let doc = &customer.doc;
    match name {
        CustomerInfoField::Email => return doc.email.as_ref().map(|email| json!(email)),
        CustomerInfoField::PhoneNumber => return doc.phone_number.as_ref().map(|number| json!(number)),
        _ => {}
    }
    match &doc.profile {
        Profile::Individual(person) => match name {
            CustomerInfoField::FullName => person.full_name.as_ref().map(|name| json!(name)),
            CustomerInfoField::BirthDate => person.birth_date.as_ref().map(|day| json!(day)),
            CustomerInfoField::Nationality => person.nationality.map(|country| json!(country)),
            CustomerInfoField::IdType => person.id_type.map(|kind| json!(kind)),
            CustomerInfoField::UserType => Some(json!("INDIVIDUAL")),
            _ => of_address(person.address.as_ref(), name),
        },
        Profile::Business(company) => match name {
            CustomerInfoField::FullName | CustomerInfoField::CompanyLegalName => {
                Some(json!(company.legal_name))
            }
            CustomerInfoField::TaxId => company.tax_id.as_ref().map(|number| json!(number)),
            CustomerInfoField::RegistrationNumber => {
                company.registration_number.as_ref().map(|number| json!(number))
            }
            CustomerInfoField::BusinessType => company.business_type.map(|kind| json!(kind)),
            CustomerInfoField::UserType => Some(json!("BUSINESS")),
            _ => of_address(company.address.as_ref(), name),
        },
    }
}

/// Returns `true` if a fact has content: a text that is not blank, or an object or list with members.
#[must_use]
pub fn is_given(fact: &Json) -> bool {
    match fact {
        Json::Null => false,
        Json::String(text) => !text.trim().is_empty(),
        Json::Object(members) => !members.is_empty(),
        Json::Array(elements) => !elements.is_empty(),
        Json::Bool(_) | Json::Number(_) => true,
    }
}

fn of_address(address: Option<&PostalAddress>, name: CustomerInfoField) -> Option<Json> {
    match name {
        CustomerInfoField::PostalAddress => serde_json::to_value(address?).ok(),
        CustomerInfoField::CountryOfResidence => Some(json!(address?.country)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn null_and_blank_texts_are_absent() {
        for nothing in [json!(null), json!(""), json!("  "), json!({}), json!([])] {
            assert!(!is_given(&nothing), "{nothing}");
        }
        for something in [json!("1985-06-15"), json!({ "line1": "1 Main St" }), json!(7), json!(false)] {
            assert!(is_given(&something), "{something}");
        }
    }
}
