//! Stored form of customers.

use causeway_domain::contact::ContactChannel;
use causeway_domain::country::Country;
use causeway_domain::customers::{CustomerState, CustomerType, TermsVersion};
use causeway_domain::ids::{CustomerId, Id};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Revision, Time};
use causeway_vocabulary::customers::TermsAcceptanceMethod;
use serde::{Deserialize, Serialize};

use super::profile::Profile;
use crate::database::listing::Position;
use crate::{Error, Row};

/// A customer of a platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerRecord {
    pub id: CustomerId,
    pub platform_customer_id: String,
    /// Region in which the customer is served; immutable.
    pub region: Country,
    /// Currencies that the customer can hold, in the customer's order.
    pub currencies: Vec<CurrencyCode>,
    /// The part of the UMA address between `$` and `@`, in lower case.
    pub uma_local: String,
    pub is_deleted: bool,
    /// Data that no query filters by.
    pub doc: CustomerDoc,
    pub created_at: Time,
    pub updated_at: Revision,
}

/// Stored document of a customer, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomerDoc {
    pub v: u32,
    /// Verification state: `kycStatus` of a person, `kybStatus` of a company.
    pub verification: CustomerState,
    /// As sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// International form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    /// The latest consent to the terms of service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
    /// The contact channels to be confirmed; absent if none has to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_verification: Option<ContactChannels>,
    /// A person's name at creation. In the sandbox it selects outcomes, also after a change of name
    /// (customers 2.10, 5.5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_at_creation: Option<String>,
    /// `true` if the sandbox outcome selected by the name waits for the confirmation of contact data
    /// (customers 5.1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub awaits_outcome: bool,
    pub profile: Profile,
}

/// An end user's consent to the terms of service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Consent {
    pub accepted_at: Time,
    pub ip_address: String,
    pub terms_version: TermsVersion,
    pub acceptance_method: TermsAcceptanceMethod,
}

/// Confirmation status of a contact channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ContactStatus {
    /// Not confirmed since the last change.
    Pending,
    Verified,
}

/// The contact channels that must be confirmed, with their status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContactChannels {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<ContactStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<ContactStatus>,
}

impl ContactChannels {
    /// Returns the channels that are still to be confirmed.
    #[must_use]
    pub fn pending(self) -> Vec<ContactChannel> {
        let both = [(ContactChannel::Email, self.email), (ContactChannel::Phone, self.phone)];
        let pending = both.into_iter().filter(|(_, status)| *status == Some(ContactStatus::Pending));
        pending.map(|(channel, _)| channel).collect()
    }
}

impl CustomerDoc {
    /// Version of newly written documents.
    pub const VERSION: u32 = 1;
}

impl CustomerRecord {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }

    #[must_use]
    pub const fn customer_type(&self) -> CustomerType {
        match self.doc.profile {
            Profile::Individual(_) => CustomerType::Individual,
            Profile::Business(_) => CustomerType::Business,
        }
    }
}

pub(super) const COLUMNS: &str = "customer.customer_id, customer.platform_customer_id, customer.region, \
    customer.currencies, customer.uma_local, customer.is_deleted, customer.doc, \
    customer.created_at, customer.updated_at";

pub(super) fn read(row: &Row<'_>) -> Result<CustomerRecord, Error> {
    Ok(CustomerRecord {
        id: row.get("customer_id")?,
        platform_customer_id: row.get("platform_customer_id")?,
        region: row.parsed("region")?,
        currencies: parse_currencies(&row.get::<String>("currencies")?)?,
        uma_local: row.get("uma_local")?,
        is_deleted: row.get("is_deleted")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// Formats currencies as one text with a space on both sides of each, so that a `LIKE` pattern matches
/// complete codes.
pub(super) fn format_currencies(currencies: &[CurrencyCode]) -> String {
    let mut text = String::from(" ");
    for currency in currencies {
        text.push_str(currency.as_str());
        text.push(' ');
    }
    text
}

fn parse_currencies(text: &str) -> Result<Vec<CurrencyCode>, Error> {
    let codes = text.split_ascii_whitespace().map(str::parse);
    codes
        .collect::<Result<_, _>>()
        .map_err(|_| Error::Data("column currencies: not currency codes".to_owned()))
}

#[cfg(test)]
mod tests {
    use causeway_domain::customers::BeforeHold;

    use causeway_vocabulary::customers::SourceOfFunds;

    use super::*;
    use crate::customers::{BusinessProfile, IndividualProfile};

    #[test]
    fn currencies_keep_their_order() {
        let currencies = vec![CurrencyCode::USDC, CurrencyCode::USD];
        assert_eq!(format_currencies(&currencies), " USDC USD ");
        assert_eq!(parse_currencies(" USDC USD ").unwrap(), currencies);
        assert!(parse_currencies(" usd ").is_err());
    }

    /// Checks that documents of version 1, as first introduced, stay readable.
    #[test]
    fn documents_of_version_1_are_read() {
        let person = r#"{"v":1,"verification":{"status":"PENDING"},"email":"Jane@example.com","consent":{"acceptedAt":"2025-10-03T12:00:00.000Z",
            "ipAddress":"203.0.113.7","termsVersion":"V1","acceptanceMethod":"CHECKBOX"},
            "contactVerification":{"email":"PENDING"},"nameAtCreation":"Jane Doe 001",
            "profile":{"type":"INDIVIDUAL","fullName":"Jane Doe","birthDate":"1990-01-15"}}"#;
        let doc: CustomerDoc = serde_json::from_str(person).unwrap();
        let consent = doc.consent.unwrap();
        assert_eq!(
            (consent.accepted_at.millis(), consent.terms_version),
            (1_759_492_800_000, TermsVersion::FIRST)
        );
        assert_eq!(doc.contact_verification.unwrap().email, Some(ContactStatus::Pending));
        let expected = IndividualProfile {
            full_name: Some("Jane Doe".to_owned()),
            birth_date: Some("1990-01-15".to_owned()),
            ..IndividualProfile::default()
        };
        assert_eq!(doc.profile, Profile::Individual(Box::new(expected)));

        let company = r#"{"v":1,"verification":{"status":"HOLD","before":"APPROVED"},"profile":{"type":"BUSINESS","legalName":"Acme",
            "taxId":"123456789","sourceOfFundsCategories":["LOANS"]}}"#;
        let doc: CustomerDoc = serde_json::from_str(company).unwrap();
        assert_eq!(doc.verification, CustomerState::Hold(BeforeHold::Approved));
        let expected = BusinessProfile {
            legal_name: "Acme".to_owned(),
            tax_id: Some("123456789".to_owned()),
            source_of_funds_categories: Some(vec![SourceOfFunds::Loans]),
            ..BusinessProfile::default()
        };
        assert_eq!(doc.profile, Profile::Business(Box::new(expected)));
    }
}
