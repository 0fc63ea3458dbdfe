//! A customer as it is stored.

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
    /// Its id.
    pub id: CustomerId,
    /// The platform's own identifier.
    pub platform_customer_id: String,
    /// Where it is served; never changes.
    pub region: Country,
    /// The currencies it can hold, in its own order.
    pub currencies: Vec<CurrencyCode>,
    /// What stands between `$` and `@` of its UMA address, in lower case.
    pub uma_local: String,
    /// Whether it was deleted.
    pub is_deleted: bool,
    /// Everything that is not looked up by.
    pub doc: CustomerDoc,
    /// When it was created.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Revision,
}

/// The document of a customer, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomerDoc {
    /// Version of this document's form.
    pub v: u32,
    /// Where it stands in verification: `kycStatus` of a person, `kybStatus` of a company.
    pub verification: CustomerState,
    /// E-mail address, as sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Telephone number in international form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    /// The latest consent to the terms for end users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
    /// The channels whose owner must confirm them; absent where nothing needs to be confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_verification: Option<ContactChannels>,
    /// The name of a person at creation: in the sandbox outcomes hang on it, whatever it is changed to later
    /// (customers 2.10, 5.5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_at_creation: Option<String>,
    /// Whether the outcome that the name stands for waits for the contact data to be confirmed (customers 5.1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub awaits_outcome: bool,
    /// What is known about the person or company.
    pub profile: Profile,
}

/// A consent to the terms for end users.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Consent {
    /// When the end user agreed.
    pub accepted_at: Time,
    /// From where.
    pub ip_address: String,
    /// To which version.
    pub terms_version: TermsVersion,
    /// By which gesture.
    pub acceptance_method: TermsAcceptanceMethod,
}

/// Whether the owner of an address or number has confirmed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ContactStatus {
    /// Not yet, or not since it changed.
    Pending,
    /// Confirmed.
    Verified,
}

/// The contact channels that must be confirmed, with their state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContactChannels {
    /// The e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<ContactStatus>,
    /// The telephone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<ContactStatus>,
}

impl ContactChannels {
    /// The channels that are still to be confirmed.
    #[must_use]
    pub fn pending(self) -> Vec<ContactChannel> {
        let both = [(ContactChannel::Email, self.email), (ContactChannel::Phone, self.phone)];
        let pending = both.into_iter().filter(|(_, status)| *status == Some(ContactStatus::Pending));
        pending.map(|(channel, _)| channel).collect()
    }
}

impl CustomerDoc {
    /// The version that is written.
    pub const VERSION: u32 = 1;
}

impl CustomerRecord {
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }

    /// Person or company.
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
        currencies: unlist(&row.get::<String>("currencies")?)?,
        uma_local: row.get("uma_local")?,
        is_deleted: row.get("is_deleted")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// The currencies as one text with a blank on both sides of each, so that a pattern finds a whole code.
pub(super) fn listed(currencies: &[CurrencyCode]) -> String {
    let mut text = String::from(" ");
    for currency in currencies {
        text.push_str(currency.as_str());
        text.push(' ');
    }
    text
}

fn unlist(text: &str) -> Result<Vec<CurrencyCode>, Error> {
    let codes = text.split_ascii_whitespace().map(str::parse);
    codes.collect::<Result<_, _>>().map_err(|_| Error::Data("column currencies holds no codes".to_owned()))
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
        assert_eq!(listed(&currencies), " USDC USD ");
        assert_eq!(unlist(" USDC USD ").unwrap(), currencies);
        assert!(unlist(" usd ").is_err());
    }

    /// What version 1 looked like when it was introduced: stored documents must stay readable.
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
