//! Identity data: how the identification number is kept, and what approval fixes (customers 2.2, 2.10).

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use causeway_domain::ids::CustomerId;
use causeway_store::Error;
use causeway_store::customers::{BusinessProfile, IndividualProfile, Profile};

use crate::http::Context;
use crate::refusal::Refusal;

/// Seals an identification number for the profile of this customer; in no other profile does it open.
pub(super) fn seal(context: &Context, customer: CustomerId, number: &str) -> Result<String, Refusal> {
    let keys = context.app.keys();
    let sealed = keys.seal(&place(customer), number.as_bytes(), context.ids()).map_err(Refusal::internal)?;
    Ok(STANDARD_NO_PAD.encode(sealed))
}

/// The identification number in a customer's profile.
pub(super) fn unseal(context: &Context, customer: CustomerId, sealed: &str) -> Result<String, Refusal> {
    let sealed = STANDARD_NO_PAD.decode(sealed).map_err(Refusal::internal)?;
    let number = context.app.keys().unseal(&place(customer), &sealed).map_err(Refusal::internal)?;
    let text = std::str::from_utf8(number.expose());
    text.map(str::to_owned).map_err(|_| Refusal::internal(Error::Data("an identifier is no text".to_owned())))
}

fn place(customer: CustomerId) -> String {
    format!("identifier of {customer}")
}

/// The fields among those that approval fixes whose values differ. `is_number_changed` tells about the
/// identification number, whose sealed forms cannot be compared.
pub(super) fn changed_fields(
    before: &Profile,
    after: &Profile,
    is_number_changed: bool,
) -> Vec<&'static str> {
    match (before, after) {
        (Profile::Individual(before), Profile::Individual(after)) => {
            let mut changed = changed_of_person(before, after);
            if is_number_changed {
                changed.push("identifier");
            }
            changed
        }
        (Profile::Business(before), Profile::Business(after)) => changed_of_company(before, after),
        (Profile::Individual(_), Profile::Business(_)) | (Profile::Business(_), Profile::Individual(_)) => {
            vec!["customerType"]
        }
    }
}

fn changed_of_person(before: &IndividualProfile, after: &IndividualProfile) -> Vec<&'static str> {
    differing(&[
        ("fullName", before.full_name == after.full_name),
        ("birthDate", before.birth_date == after.birth_date),
        ("nationality", before.nationality == after.nationality),
        ("idType", before.id_type == after.id_type),
        ("countryOfIssuance", before.country_of_issuance == after.country_of_issuance),
    ])
}

fn changed_of_company(before: &BusinessProfile, after: &BusinessProfile) -> Vec<&'static str> {
    differing(&[
        ("businessInfo.legalName", before.legal_name == after.legal_name),
        ("businessInfo.country", before.country == after.country),
        ("businessInfo.registrationNumber", before.registration_number == after.registration_number),
        ("businessInfo.taxId", before.tax_id == after.tax_id),
        ("businessInfo.incorporatedOn", before.incorporated_on == after.incorporated_on),
        ("businessInfo.entityType", before.entity_type == after.entity_type),
    ])
}

fn differing(fields: &[(&'static str, bool)]) -> Vec<&'static str> {
    fields.iter().filter(|(_, is_same)| !is_same).map(|(field, _)| *field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_identity_data_is_named() {
        let before = IndividualProfile { full_name: Some("Jane Doe".to_owned()), ..Default::default() };
        let mut after = before.clone();
        after.pep_status = Some("NONE".to_owned());
        after.birth_date = Some("1990-01-15".to_owned());
        let person = |profile: &IndividualProfile| Profile::Individual(Box::new(profile.clone()));
        assert_eq!(changed_fields(&person(&before), &person(&after), false), ["birthDate"]);
        assert_eq!(changed_fields(&person(&before), &person(&before), true), ["identifier"]);

        let before = BusinessProfile { legal_name: "Acme".to_owned(), ..Default::default() };
        let after = BusinessProfile {
            tax_id: Some("1".to_owned()),
            doing_business_as: Some("A".to_owned()),
            ..before.clone()
        };
        let company = |profile: BusinessProfile| Profile::Business(Box::new(profile));
        assert_eq!(changed_fields(&company(before), &company(after), false), ["businessInfo.taxId"]);
    }
}
