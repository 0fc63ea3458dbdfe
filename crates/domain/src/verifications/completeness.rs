//! Requirements for verifying a customer (customers 5.4): one table of fields for people, one for companies,
//! and the documents of both.

use causeway_vocabulary::customers::DueDiligenceField;
use causeway_vocabulary::documents::{DocumentSide, DocumentType};

use causeway_vocabulary::verifications::VerificationErrorType;

use crate::country::Country;
use crate::date::Date;
use crate::ids::{BeneficialOwnerId, CustomerId, DocumentHolder, DocumentId};

/// A finding that prevents a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub resource: FindingResource,
    pub kind: VerificationErrorType,
    /// `None` if the finding is not about a field.
    pub field: Option<String>,
    /// Document types of which one suffices; empty if no upload helps.
    pub accepted: Vec<DocumentType>,
}

/// The resource that a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingResource {
    Customer(CustomerId),
    /// A beneficial owner of the customer.
    Owner(BeneficialOwnerId),
    /// A document of the customer or of one of its owners.
    Document(DocumentId),
}

/// The properties of a document that requirements depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentFacts {
    pub id: DocumentId,
    pub holder: DocumentHolder,
    pub document_type: DocumentType,
    /// `None` if the document has no sides.
    pub side: Option<DocumentSide>,
}

/// The properties of an address that requirements depend on. The line, and the postal code in countries that
/// have them, are present in every address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressFacts {
    pub has_city: bool,
    pub has_state: bool,
    pub country: Country,
}

/// The properties of a person that requirements depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonFacts<'a> {
    pub full_name: Option<&'a str>,
    pub birth_date: Option<Date>,
    pub nationality: Option<Country>,
    /// The country in which the person is served.
    pub region: Country,
    /// Has street, country and, if the country has them, postal code.
    pub address: Option<AddressFacts>,
    /// `true` if the type of the tax number is known.
    pub has_id_type: bool,
    /// `true` if the tax number is known.
    pub has_identifier: bool,
    /// Due diligence fields that the operator requires in addition and that have no value.
    pub lacking: Vec<DueDiligenceField>,
    /// The day of the submission.
    pub today: Date,
}

/// The properties of a company that requirements depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompanyFacts<'a> {
    /// Has street, country and, if the country has them, postal code.
    pub address: Option<AddressFacts>,
    /// The fields of `businessInfo` that have a value.
    pub known: Vec<&'static str>,
    /// The country in which the company is served.
    pub region: Country,
    /// `true` if contact data is verified in its region.
    pub is_contact_verified: bool,
    pub owners: &'a [OwnerFacts],
}

/// The properties of a beneficial owner that requirements depend on. Everything else that is required of a
/// person is known of every owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnerFacts {
    pub id: BeneficialOwnerId,
    /// `true` if one of the roles gives control.
    pub has_control: bool,
    /// `true` if the person has a US tax number.
    pub has_us_number: bool,
}

/// A customer to be verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Applicant<'a> {
    Person(PersonFacts<'a>),
    Business(CompanyFacts<'a>),
}

const ADULT_YEARS: i16 = 18;

/// The documents that identify a person.
pub const PERSON_DOCUMENTS: &[DocumentType] =
    &[DocumentType::Passport, DocumentType::DriversLicense, DocumentType::NationalId];

/// The documents of an owner without a US tax number: one of each row.
pub(super) const OWNER_DOCUMENTS: &[&[DocumentType]] =
    &[&[DocumentType::Passport], &[DocumentType::NationalId, DocumentType::DriversLicense]];

/// The fields of `businessInfo` that must have a value. One of each row suffices.
const COMPANY_FIELDS: &[&[&str]] = &[
    &["legalName"],
    &["country"],
    &["taxId"],
    &["incorporatedOn"],
    &["registrationNumber"],
    &["entityType"],
    &["businessType"],
    &["countriesOfOperation"],
    &["purposeOfAccount"],
    &["sourceOfFunds", "sourceOfFundsCategories"],
    &["expectedMonthlyTransactionCount"],
    &["expectedMonthlyTransactionVolume"],
    &["expectedRecipientJurisdictions"],
];

/// The fields that must have a value as well in regions that verify contact data.
const CONTACT_FIELDS: &[&str] = &["primaryContactFirstName", "primaryContactLastName"];

/// The documents of a company: one of each row.
pub(super) const COMPANY_DOCUMENTS: &[(VerificationErrorType, &[DocumentType])] = &[
    (
        VerificationErrorType::MissingLegalPresenceDocument,
        &[
            DocumentType::CertificateOfIncorporation,
            DocumentType::ArticlesOfIncorporation,
            DocumentType::ArticlesOfAssociation,
            DocumentType::StateRegistryExcerpt,
        ],
    ),
    (
        VerificationErrorType::MissingControlStructureDocument,
        &[
            DocumentType::DirectorRegistry,
            DocumentType::TrustAgreement,
            DocumentType::StateCompanyRegistry,
            DocumentType::PartnershipControlAgreement,
        ],
    ),
    (
        VerificationErrorType::MissingOwnershipStructureDocument,
        &[
            DocumentType::ShareholderRegister,
            DocumentType::TrustAgreement,
            DocumentType::PartnershipAgreement,
        ],
    ),
    (
        VerificationErrorType::MissingProofOfAddressDocument,
        &[
            DocumentType::UtilityBill,
            DocumentType::RentOrLeaseAgreement,
            DocumentType::ElectricityBill,
            DocumentType::BankStatement,
            DocumentType::TaxReturn,
            DocumentType::ProofOfAddress,
        ],
    ),
];

/// Returns all findings that prevent a verification, in the order of the interface: fields of the customer,
/// owners, documents.
///
/// `documents` are those of the customer and of its owners, newest first.
#[must_use]
pub fn check_completeness(
    customer: CustomerId,
    applicant: &Applicant<'_>,
    documents: &[DocumentFacts],
) -> Vec<Finding> {
    let mut findings = Findings { customer, findings: Vec::new() };
    match applicant {
        Applicant::Person(person) => {
            findings.person(person);
            findings.identity_document(documents);
        }
        Applicant::Business(company) => {
            findings.company(company);
            findings.owners(company.owners);
            findings.company_documents(documents);
            company.owners.iter().for_each(|owner| findings.owner_documents(owner, documents));
        }
    }
    findings.findings
}

/// Returns the newest document that identifies a person. `documents` are ordered newest first.
#[must_use]
pub fn newest_identity_document(documents: &[DocumentFacts]) -> Option<DocumentId> {
    documents.iter().find(|one| PERSON_DOCUMENTS.contains(&one.document_type)).map(|one| one.id)
}

struct Findings {
    customer: CustomerId,
    findings: Vec<Finding>,
}

impl Findings {
    fn add(
        &mut self,
        resource: FindingResource,
        kind: VerificationErrorType,
        field: Option<String>,
        accepted: &[DocumentType],
    ) {
        self.findings.push(Finding { resource, kind, field, accepted: accepted.to_vec() });
    }

    fn field(&mut self, kind: VerificationErrorType, field: impl Into<String>) {
        self.add(FindingResource::Customer(self.customer), kind, Some(field.into()), &[]);
    }

    fn need(&mut self, is_there: bool, field: impl Into<String>) {
        if !is_there {
            self.field(VerificationErrorType::MissingField, field);
        }
    }

    fn document(&mut self, kind: VerificationErrorType, accepted: &[DocumentType]) {
        self.add(FindingResource::Customer(self.customer), kind, None, accepted);
    }

    fn person(&mut self, person: &PersonFacts<'_>) {
        match person.full_name {
            Some(name) if name.split_whitespace().count() < 2 => {
                self.field(VerificationErrorType::InvalidField, "fullName");
            }
            name => self.need(name.is_some(), "fullName"),
        }
        match person.birth_date {
            Some(born) if person.today.years_since(born) < ADULT_YEARS => {
                self.field(VerificationErrorType::InvalidField, "birthDate");
            }
            born => self.need(born.is_some(), "birthDate"),
        }
        self.need(person.nationality.is_some(), "nationality");
        self.address(person.address, "", person.region);
        if person.region == Country::US || person.nationality == Some(Country::US) {
            self.need(person.has_id_type, "idType");
            self.need(person.has_identifier, "identifier");
        }
        for lacking in &person.lacking {
            self.field(VerificationErrorType::MissingField, lacking.as_str());
        }
    }

    /// Checks an address. Without one, `region` decides if a state and a postal code are required.
    fn address(&mut self, address: Option<AddressFacts>, prefix: &str, region: Country) {
        let country = address.map_or(region, |address| address.country);
        self.need(address.is_some(), format!("{prefix}address.line1"));
        self.need(address.is_some_and(|address| address.has_city), format!("{prefix}address.city"));
        if country == Country::US {
            self.need(address.is_some_and(|address| address.has_state), format!("{prefix}address.state"));
        }
        if country.has_postal_codes() {
            self.need(address.is_some(), format!("{prefix}address.postalCode"));
        }
        self.need(address.is_some(), format!("{prefix}address.country"));
    }

    fn identity_document(&mut self, documents: &[DocumentFacts]) {
        let has = |kind: DocumentType, side: Option<DocumentSide>| {
            documents.iter().any(|one| one.document_type == kind && (side.is_none() || one.side == side))
        };
        let is_whole =
            |kind: DocumentType| has(kind, Some(DocumentSide::Front)) && has(kind, Some(DocumentSide::Back));
        if has(DocumentType::Passport, None)
            || is_whole(DocumentType::DriversLicense)
            || is_whole(DocumentType::NationalId)
        {
            return;
        }
        match documents.iter().find(|one| PERSON_DOCUMENTS.contains(&one.document_type)) {
            Some(half) => self.add(
                FindingResource::Document(half.id),
                VerificationErrorType::IncompleteDocument,
                None,
                &[half.document_type],
            ),
            None => self.document(VerificationErrorType::MissingIdentityDocument, PERSON_DOCUMENTS),
        }
    }

    fn company(&mut self, company: &CompanyFacts<'_>) {
        self.address(company.address, "customer.", company.region);
        let is_known = |name: &&str| company.known.contains(name);
        for alternatives in COMPANY_FIELDS {
            if let Some(first) = alternatives.first() {
                let is_there = alternatives.iter().any(is_known);
                self.need(is_there, format!("customer.businessInfo.{first}"));
            }
        }
        if company.is_contact_verified {
            for name in CONTACT_FIELDS {
                self.need(is_known(name), format!("customer.businessInfo.{name}"));
            }
        }
    }

    fn owners(&mut self, owners: &[OwnerFacts]) {
        let customer = FindingResource::Customer(self.customer);
        if owners.is_empty() {
            self.add(customer, VerificationErrorType::MissingBeneficialOwner, None, &[]);
        } else if !owners.iter().any(|owner| owner.has_control) {
            self.add(customer, VerificationErrorType::MissingControlPerson, None, &[]);
        }
    }

    fn company_documents(&mut self, documents: &[DocumentFacts]) {
        let holder = DocumentHolder::Customer(self.customer);
        for (kind, accepted) in COMPANY_DOCUMENTS {
            let is_accepted =
                |one: &DocumentFacts| one.holder == holder && accepted.contains(&one.document_type);
            if !documents.iter().any(is_accepted) {
                self.document(*kind, accepted);
            }
        }
    }

    /// Checks the documents of an owner. Without a US tax number, an owner needs a passport and one further
    /// document.
    fn owner_documents(&mut self, owner: &OwnerFacts, documents: &[DocumentFacts]) {
        if owner.has_us_number {
            return;
        }
        let holder = DocumentHolder::BeneficialOwner(owner.id);
        let has = |accepted: &[DocumentType]| {
            documents.iter().any(|one| one.holder == holder && accepted.contains(&one.document_type))
        };
        let mut missing = Vec::new();
        for accepted in OWNER_DOCUMENTS {
            if !has(accepted) {
                missing.extend_from_slice(accepted);
            }
        }
        if !missing.is_empty() {
            let kind = VerificationErrorType::MissingIdentityDocument;
            self.add(FindingResource::Owner(owner.id), kind, None, &missing);
        }
    }
}

#[cfg(test)]
mod tests;
