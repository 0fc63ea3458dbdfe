//! The forms of the verification page, with the fields of customers 5.4.

use serde_json::{Map, Value};

use super::field::FieldSpec;
use super::field::Kind::{Choice, Countries, Country, Date, Document, File, Percentage, Several, Text};

const fn field(name: &'static str, kind: super::field::Kind) -> FieldSpec {
    FieldSpec { name, kind }
}

/// The fields of a person.
pub(super) const PERSON: &[FieldSpec] = &[
    field("fullName", Text("name")),
    field("birthDate", Date("bday")),
    field("nationality", Country("off")),
    field("address.line1", Text("address-line1")),
    field("address.line2", Text("address-line2")),
    field("address.city", Text("address-level2")),
    field("address.state", Text("address-level1")),
    field("address.postalCode", Text("postal-code")),
    field("address.country", Country("country")),
    field("idType", Choice(PERSON_ID_TYPES)),
    field("identifier", Text("off")),
];

/// The due diligence fields of a person, shown if the operator requires them.
pub(super) const DUE_DILIGENCE: &[FieldSpec] = &[
    field("purposeOfAccount", Choice(PURPOSES)),
    field("purposeOfAccountOtherDescription", Text("off")),
    field("sourceOfFundsCategories", Several(FUNDS)),
    field("sourceOfFundsOtherDescription", Text("off")),
    field("sourceOfWealthCategories", Several(WEALTH)),
    field("sourceOfWealthOtherDescription", Text("off")),
    field("expectedMonthlyTransactionCount", Choice(COUNTS)),
    field("expectedMonthlyTransactionVolume", Choice(VOLUMES)),
    field("annualIncomeRange", Choice(INCOMES)),
    field("netWorthRange", Choice(NET_WORTHS)),
    field("pepStatus", Choice(PEP_STATUSES)),
];

/// The fields of a company.
pub(super) const COMPANY: &[FieldSpec] = &[
    field("businessInfo.legalName", Text("organization")),
    field("businessInfo.country", Country("off")),
    field("businessInfo.registrationNumber", Text("off")),
    field("businessInfo.incorporatedOn", Date("off")),
    field("businessInfo.taxId", Text("off")),
    field("businessInfo.entityType", Choice(ENTITY_TYPES)),
    field("businessInfo.businessType", Choice(BUSINESS_TYPES)),
    field("businessInfo.countriesOfOperation", Countries),
    field("businessInfo.purposeOfAccount", Choice(PURPOSES)),
    field("businessInfo.purposeOfAccountOtherDescription", Text("off")),
    field("businessInfo.sourceOfFunds", Text("off")),
    field("businessInfo.expectedMonthlyTransactionCount", Choice(COUNTS)),
    field("businessInfo.expectedMonthlyTransactionVolume", Choice(VOLUMES)),
    field("businessInfo.expectedRecipientJurisdictions", Countries),
    field("businessInfo.primaryContactFirstName", Text("given-name")),
    field("businessInfo.primaryContactLastName", Text("family-name")),
    field("address.line1", Text("address-line1")),
    field("address.line2", Text("address-line2")),
    field("address.city", Text("address-level2")),
    field("address.state", Text("address-level1")),
    field("address.postalCode", Text("postal-code")),
    field("address.country", Country("country")),
];

/// The fields of a beneficial owner or other person of a company.
pub(super) const OWNER: &[FieldSpec] = &[
    field("personalInfo.firstName", Text("off")),
    field("personalInfo.lastName", Text("off")),
    field("personalInfo.birthDate", Date("off")),
    field("personalInfo.nationality", Country("off")),
    field("personalInfo.address.line1", Text("off")),
    field("personalInfo.address.line2", Text("off")),
    field("personalInfo.address.city", Text("off")),
    field("personalInfo.address.state", Text("off")),
    field("personalInfo.address.postalCode", Text("off")),
    field("personalInfo.address.country", Country("off")),
    field("personalInfo.idType", Choice(OWNER_ID_TYPES)),
    field("personalInfo.identifier", Text("off")),
    field("personalInfo.countryOfIssuance", Country("off")),
    field("roles", Several(ROLES)),
    field("ownershipPercentage", Percentage),
];

/// The fields of a document upload. The choice selects holder, type and side.
pub(super) const DOCUMENT: &[FieldSpec] = &[
    field(DOCUMENT_CHOICE, Document),
    field("country", Country("off")),
    field("documentNumber", Text("off")),
    field("issuingAuthority", Text("off")),
    field("file", File),
];

/// The fields for replacing the file of a document; its type and side are unchanged.
pub(super) const REPLACEMENT: &[FieldSpec] = &[
    field("country", Country("off")),
    field("documentNumber", Text("off")),
    field("issuingAuthority", Text("off")),
    field("file", File),
];

/// The field that selects holder, type and side of a document.
pub(super) const DOCUMENT_CHOICE: &str = "document";

/// Types of a person's tax number (customers 2.2).
const PERSON_ID_TYPES: &[&str] = &["SSN", "ITIN"];

/// Types of an owner's tax number (customers 7).
const OWNER_ID_TYPES: &[&str] = &["SSN", "ITIN", "NON_US_TAX_ID"];

/// Fields that describe the choice `OTHER`, each with the field of the choice.
const DESCRIPTIONS: &[(&str, &str)] = &[
    ("purposeOfAccountOtherDescription", "purposeOfAccount"),
    ("sourceOfFundsOtherDescription", "sourceOfFundsCategories"),
    ("sourceOfWealthOtherDescription", "sourceOfWealthCategories"),
    ("businessInfo.purposeOfAccountOtherDescription", "businessInfo.purposeOfAccount"),
];

/// Returns the choice that a description belongs to, or the name itself for other fields.
pub(super) fn choice_of(name: &'static str) -> &'static str {
    DESCRIPTIONS.iter().find(|(description, _)| *description == name).map_or(name, |(_, choice)| choice)
}

/// Removes descriptions that the form sent back unchanged although their choice is no longer `OTHER`.
pub(super) fn drop_stale_descriptions(
    parts: &mut Map<String, Value>,
    stored: impl Fn(&'static str) -> String,
) {
    for (description, choice) in DESCRIPTIONS {
        let is_other = parts.get(*choice).is_some_and(|chosen| chosen == "OTHER")
            || parts.contains_key(&format!("{choice}.OTHER"));
        let sent = parts.get(*description).and_then(Value::as_str);
        if !is_other && sent.is_some_and(|sent| sent == stored(description)) {
            parts.remove(*description);
        }
    }
}

/// Constants with all names of an enumeration.
macro_rules! names {
    ($($constant:ident = $list:path;)+) => {$(
        const $constant: &[&str] = &{
            use $list as List;
            let mut names = [""; List::ALL.len()];
            let mut at = 0;
            while at < names.len() {
                names[at] = List::ALL[at].as_str();
                at += 1;
            }
            names
        };
    )+};
}

names! {
    ENTITY_TYPES = causeway_wire::customers::EntityType;
    BUSINESS_TYPES = causeway_wire::customers::BusinessType;
    PURPOSES = causeway_wire::customers::PurposeOfAccount;
    COUNTS = causeway_wire::customers::ExpectedMonthlyTransactionCount;
    VOLUMES = causeway_wire::customers::ExpectedMonthlyTransactionVolume;
    FUNDS = causeway_wire::customers::IndividualSourceOfFunds;
    WEALTH = causeway_wire::customers::SourceOfWealth;
    INCOMES = causeway_wire::customers::AnnualIncomeRange;
    NET_WORTHS = causeway_wire::customers::NetWorthRange;
    PEP_STATUSES = causeway_wire::customers::PepStatus;
    ROLES = causeway_wire::verifications::BeneficialOwnerRole;
}

#[cfg(test)]
mod tests {
    use causeway_domain::customers::IdType;
    use causeway_wire::customers::IdentificationType;
    use serde_json::json;

    use super::*;

    #[test]
    fn tax_numbers_are_those_of_people() {
        let of_customers: Vec<&str> = IdType::ALL.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(PERSON_ID_TYPES, of_customers);
        let every = IdentificationType::ALL.iter();
        let of_owners = every.filter(|kind| **kind != IdentificationType::Ein).map(|kind| kind.as_str());
        assert_eq!(OWNER_ID_TYPES, of_owners.collect::<Vec<_>>());
    }

    #[test]
    fn the_choice_other_has_a_description_field() {
        let is_other = |spec: &FieldSpec| match spec.kind {
            Choice(names) | Several(names) => names.contains(&"OTHER"),
            _ => false,
        };
        for form in [PERSON, DUE_DILIGENCE, COMPANY, OWNER, DOCUMENT, REPLACEMENT] {
            for (at, spec) in form.iter().enumerate().filter(|(_, spec)| is_other(spec)) {
                // The legal form needs no description.
                if spec.name != "businessInfo.entityType" {
                    assert_eq!(choice_of(form[at + 1].name), spec.name);
                }
            }
        }
    }

    #[test]
    fn a_description_goes_with_its_choice() {
        let stored =
            |name: &str| if name == "purposeOfAccountOtherDescription" { "Art" } else { "" }.to_owned();
        let is_kept = |sent: Value| {
            let mut parts = sent.as_object().unwrap().clone();
            drop_stale_descriptions(&mut parts, stored);
            parts.contains_key("purposeOfAccountOtherDescription")
        };
        assert!(is_kept(json!({ "purposeOfAccount": "OTHER", "purposeOfAccountOtherDescription": "Art" })));
        assert!(!is_kept(
            json!({ "purposeOfAccount": "P2P_TRANSFERS", "purposeOfAccountOtherDescription": "Art" })
        ));
        assert!(is_kept(
            json!({ "purposeOfAccount": "P2P_TRANSFERS", "purposeOfAccountOtherDescription": "New" })
        ));
    }
}
