//! The name and the address by which rails know a platform that pays for itself (rails 19.4). Operators set them.

use causeway_domain::ids::PlatformId;
use causeway_store::customers::PostalAddress;
use causeway_store::platforms::{self, PlatformRecord};
use causeway_store::{Tx, rails};
use causeway_wire::FieldError;

use crate::runtime::api_error::ApiError;

/// Maximum length of a legal name, in characters: that of a payer's name in ISO 20022.
const NAME_MAX: usize = 140;

/// The members to be set; `None` leaves one as it is.
#[derive(Debug, Clone, Default)]
pub struct LegalIdentity {
    pub legal_name: Option<String>,
    pub address: Option<PostalAddress>,
}

/// Sets the name and the address of a platform. Its rails offer payments once it has both.
///
/// # Errors
/// `INVALID_INPUT` for a blank or too long name, and for an address without a street or a city, without which
/// banks refuse payments.
pub fn set_legal_identity(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    identity: &LegalIdentity,
) -> Result<PlatformRecord, ApiError> {
    let errors = faults(identity);
    if !errors.is_empty() {
        return Err(ApiError::fields(errors));
    }
    let mut record = platforms::lock(tx, platform)?;
    if let Some(name) = &identity.legal_name {
        record.doc.legal_name = Some(name.trim().to_owned());
    }
    if let Some(address) = &identity.address {
        record.doc.address = Some(address.clone());
    }
    record.updated_at.advance(record.clock.at(tx.wall()));
    platforms::update(tx, &record)?;
    rails::changed(tx)?;
    Ok(record)
}

fn faults(identity: &LegalIdentity) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if let Some(name) = identity.legal_name.as_deref().map(str::trim)
        && (name.is_empty() || name.chars().count() > NAME_MAX)
    {
        errors.push(FieldError::new("legalName", format!("must have 1 to {NAME_MAX} characters")));
    }
    if let Some(address) = &identity.address {
        let lines = [("address.line1", Some(&address.line1)), ("address.city", address.city.as_ref())];
        let lacking = lines.into_iter().filter(|(_, text)| text.is_none_or(|text| text.trim().is_empty()));
        errors.extend(lacking.map(|(field, _)| FieldError::new(field, "is required")));
    }
    errors
}

#[cfg(test)]
mod tests {
    use causeway_store::platforms::Environment;

    use super::*;
    use crate::fixture::Fixture;

    fn address(city: Option<&str>) -> PostalAddress {
        PostalAddress {
            line1: "1 Main St".to_owned(),
            line2: None,
            city: city.map(str::to_owned),
            state: None,
            postal_code: "10001".to_owned(),
            country: "US".parse().unwrap(),
        }
    }

    fn fields(identity: &LegalIdentity) -> Vec<String> {
        faults(identity).into_iter().map(|error| error.field).collect()
    }

    /// Checks that a name and an address are refused with all their faults.
    #[test]
    fn an_address_needs_a_city_and_a_name_some_letters() {
        let name = |name: &str| Some(name.to_owned());
        let blank = LegalIdentity { legal_name: name("  "), address: Some(address(None)) };
        assert_eq!(fields(&blank), ["legalName", "address.city"]);
        let empty = PostalAddress { line1: String::new(), ..address(Some(" ")) };
        let long = LegalIdentity { legal_name: name(&"é".repeat(141)), address: Some(empty) };
        assert_eq!(fields(&long), ["legalName", "address.line1", "address.city"]);
        let good =
            LegalIdentity { legal_name: name(&"é".repeat(140)), address: Some(address(Some("Bonn"))) };
        assert!(fields(&good).is_empty() && fields(&LegalIdentity::default()).is_empty());
    }

    /// Checks that each member is set by itself, and that the processes read the rails again.
    #[tokio::test]
    async fn a_member_that_is_not_given_stays() {
        let fixture = Fixture::new().await;
        let platform = fixture.add_platform(Environment::Production).await;
        let named = LegalIdentity { legal_name: Some(" Acme Inc ".to_owned()), address: None };
        let placed = LegalIdentity { legal_name: None, address: Some(address(Some("Bonn"))) };
        let versions = fixture
            .write(move |tx| {
                let before = rails::version(tx)?;
                set_legal_identity(tx, platform, &named)?;
                set_legal_identity(tx, platform, &placed)?;
                Ok([before, rails::version(tx)?])
            })
            .await;
        assert_ne!(versions[0], versions[1]);
        let doc = fixture.write(move |tx| Ok(platforms::get(tx, platform)?.doc)).await;
        assert_eq!(doc.legal_name.as_deref(), Some("Acme Inc"));
        assert_eq!(doc.address, Some(address(Some("Bonn"))));
    }
}
