//! The forms of the page that completes a verification: what customers 5.4 asks for.

use super::field::Kind::{Choice, Countries, Country, Date, File, Number, Several, Text};
use super::field::Spec;

const fn field(name: &'static str, kind: super::field::Kind) -> Spec {
    Spec { name, kind }
}

/// About a person.
pub(super) const PERSON: &[Spec] = &[
    field("fullName", Text("name")),
    field("birthDate", Date),
    field("nationality", Country),
    field("address.line1", Text("address-line1")),
    field("address.line2", Text("address-line2")),
    field("address.city", Text("address-level2")),
    field("address.state", Text("address-level1")),
    field("address.postalCode", Text("postal-code")),
    field("address.country", Country),
    field("idType", Choice(ID_TYPES)),
    field("identifier", Text("off")),
    field("countryOfIssuance", Country),
];

/// About a person, where the operator asks for it.
pub(super) const DUE_DILIGENCE: &[Spec] = &[
    field("purposeOfAccount", Choice(PURPOSES)),
    field("sourceOfFundsCategories", Several(FUNDS)),
    field("sourceOfWealthCategories", Several(WEALTH)),
    field("expectedMonthlyTransactionCount", Choice(COUNTS)),
    field("expectedMonthlyTransactionVolume", Choice(VOLUMES)),
    field("annualIncomeRange", Choice(INCOMES)),
    field("netWorthRange", Choice(NET_WORTHS)),
    field("pepStatus", Choice(PEP_STATUSES)),
];

/// About a company.
pub(super) const COMPANY: &[Spec] = &[
    field("businessInfo.legalName", Text("organization")),
    field("businessInfo.country", Country),
    field("businessInfo.registrationNumber", Text("off")),
    field("businessInfo.incorporatedOn", Date),
    field("businessInfo.taxId", Text("off")),
    field("businessInfo.entityType", Choice(ENTITY_TYPES)),
    field("businessInfo.businessType", Choice(BUSINESS_TYPES)),
    field("businessInfo.countriesOfOperation", Countries),
    field("businessInfo.purposeOfAccount", Choice(PURPOSES)),
    field("businessInfo.sourceOfFunds", Text("off")),
    field("businessInfo.expectedMonthlyTransactionCount", Choice(COUNTS)),
    field("businessInfo.expectedMonthlyTransactionVolume", Choice(VOLUMES)),
    field("businessInfo.expectedRecipientJurisdictions", Countries),
    field("businessInfo.primaryContactFirstName", Text("off")),
    field("businessInfo.primaryContactLastName", Text("off")),
    field("address.line1", Text("address-line1")),
    field("address.line2", Text("address-line2")),
    field("address.city", Text("address-level2")),
    field("address.state", Text("address-level1")),
    field("address.postalCode", Text("postal-code")),
    field("address.country", Country),
];

/// About somebody behind a company.
pub(super) const OWNER: &[Spec] = &[
    field("personalInfo.firstName", Text("off")),
    field("personalInfo.lastName", Text("off")),
    field("personalInfo.birthDate", Date),
    field("personalInfo.nationality", Country),
    field("personalInfo.address.line1", Text("off")),
    field("personalInfo.address.city", Text("off")),
    field("personalInfo.address.state", Text("off")),
    field("personalInfo.address.postalCode", Text("off")),
    field("personalInfo.address.country", Country),
    field("personalInfo.idType", Choice(ID_TYPES)),
    field("personalInfo.identifier", Text("off")),
    field("personalInfo.countryOfIssuance", Country),
    field("roles", Several(ROLES)),
    field("ownershipPercentage", Number),
];

/// A document; whose it is stands beside these.
pub(super) const DOCUMENT: &[Spec] = &[
    field("documentType", Choice(DOCUMENT_TYPES)),
    field("country", Country),
    field("side", Choice(SIDES)),
    field("documentNumber", Text("off")),
    field("issuingAuthority", Text("off")),
    field("file", File),
];

/// The written names of a closed list.
macro_rules! names {
    ($($constant:ident = $list:path;)+) => {$(
        const $constant: &[&str] = &{
            use $list as List;
            let mut names = [""; List::EVERY.len()];
            let mut at = 0;
            while at < names.len() {
                names[at] = List::EVERY[at].as_str();
                at += 1;
            }
            names
        };
    )+};
}

names! {
    ID_TYPES = causeway_wire::customers::IdentificationType;
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
    ROLES = causeway_wire::kyc::BeneficialOwnerRole;
    DOCUMENT_TYPES = causeway_wire::documents::DocumentType;
    SIDES = causeway_wire::documents::DocumentSide;
}
