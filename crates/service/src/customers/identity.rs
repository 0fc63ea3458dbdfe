//! Identity data: encryption of the identification number, and the fields that an approval locks (customers
//! 2.2, 2.10).

use std::fmt::Display;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use causeway_domain::ids::{BeneficialOwnerId, CustomerId, Id, PlatformId};
use causeway_store::customers::{self, BusinessProfile, IndividualProfile, Profile};
use causeway_store::{Error, Tx, beneficial_owners};
use uuid::Uuid;

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

/// Encrypts an identification number for the record of this customer or beneficial owner; it cannot be
/// decrypted in any other record.
///
/// # Errors
/// `INTERNAL_ERROR` if the cipher refuses, which it does not.
pub fn encrypt(app: &App, holder: impl Display, number: &str) -> Result<String, ApiError> {
    let encrypted = app
        .keys()
        .encrypt(&encryption_context(holder), number.as_bytes(), &app.ids)
        .map_err(ApiError::internal)?;
    Ok(STANDARD_NO_PAD.encode(encrypted))
}

/// Encrypts the identification numbers of all customers and beneficial owners anew under the newest root key,
/// `at_once` of them per transaction; returns their number. For the rotation of the root key.
///
/// # Errors
/// `INTERNAL_ERROR` if a number cannot be decrypted. Numbers encrypted until then stay so.
pub async fn reencrypt_all(app: &Arc<App>, at_once: u32) -> Result<usize, ApiError> {
    let mut reencrypted = 0;
    let mut after = (PlatformId::from_uuid(Uuid::nil()), CustomerId::from_uuid(Uuid::nil()));
    loop {
        let shared = Arc::clone(app);
        let part =
            app.store.write(&[], move |tx| reencrypt_some(tx, &shared, after.0, after.1, at_once)).await?;
        reencrypted += part.reencrypted;
        match part.last {
            Some(last) => after = last,
            None => break,
        }
    }
    let mut after = (PlatformId::from_uuid(Uuid::nil()), BeneficialOwnerId::from_uuid(Uuid::nil()));
    loop {
        let shared = Arc::clone(app);
        let part =
            app.store.write(&[], move |tx| reencrypt_owners(tx, &shared, after.0, after.1, at_once)).await?;
        reencrypted += part.reencrypted;
        match part.last {
            Some(last) => after = last,
            None => return Ok(reencrypted),
        }
    }
}

/// A batch of customers or of beneficial owners.
struct Batch<I> {
    reencrypted: usize,
    last: Option<(PlatformId, I)>,
}

fn reencrypt_owners(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
    after: BeneficialOwnerId,
    limit: u32,
) -> Result<Batch<BeneficialOwnerId>, ApiError> {
    let mut part = Batch { reencrypted: 0, last: None };
    for (platform, mut owner) in beneficial_owners::lock_some_after(tx, platform, after, limit)? {
        part.last = Some((platform, owner.id));
        let encrypted = &mut owner.doc.personal.encrypted_identifier;
        *encrypted = encrypt(app, owner.id, &decrypt(app, owner.id, encrypted)?)?;
        beneficial_owners::update(tx, platform, &owner)?;
        part.reencrypted += 1;
    }
    Ok(part)
}

fn reencrypt_some(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
    after: CustomerId,
    limit: u32,
) -> Result<Batch<CustomerId>, ApiError> {
    let mut part = Batch { reencrypted: 0, last: None };
    for (platform, mut customer) in customers::lock_some_after(tx, platform, after, limit)? {
        part.last = Some((platform, customer.id));
        if let Profile::Individual(person) = &mut customer.doc.profile
            && let Some(encrypted) = &mut person.encrypted_identifier
        {
            *encrypted = encrypt(app, customer.id, &decrypt(app, customer.id, encrypted)?)?;
            customers::update(tx, platform, &customer)?;
            part.reencrypted += 1;
        }
    }
    Ok(part)
}

/// Decrypts the identification number in the record of this customer or beneficial owner.
///
/// # Errors
/// `INTERNAL_ERROR` if it cannot be decrypted, because it was altered or moved.
pub fn decrypt(app: &App, holder: impl Display, encrypted: &str) -> Result<String, ApiError> {
    let encrypted = STANDARD_NO_PAD.decode(encrypted).map_err(ApiError::internal)?;
    let number = app.keys().decrypt(&encryption_context(holder), &encrypted).map_err(ApiError::internal)?;
    let text = std::str::from_utf8(number.expose());
    text.map(str::to_owned)
        .map_err(|_| ApiError::internal(Error::Data("an identifier is not text".to_owned())))
}

fn encryption_context(holder: impl Display) -> String {
    format!("identifier of {holder}")
}

/// Returns the fields locked by an approval whose values differ. `is_number_changed` tells it for the
/// identification number, whose encrypted forms cannot be compared.
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
    use causeway_wire::customers::PepStatus;

    use super::*;

    #[test]
    fn only_identity_data_is_named() {
        let before = IndividualProfile { full_name: Some("Jane Doe".to_owned()), ..Default::default() };
        let mut after = before.clone();
        after.pep_status = Some(PepStatus::None);
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
