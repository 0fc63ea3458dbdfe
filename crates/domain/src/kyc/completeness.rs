//! What must be known of a customer before it can be verified (customers 5.4): a table of requirements for people, one
//! for companies, and the documents of both.

use causeway_vocabulary::customers::DueDiligenceField;
use causeway_vocabulary::documents::{DocumentSide, DocumentType};

use causeway_vocabulary::kyc::VerificationErrorType;

use crate::country::Country;
use crate::date::Date;
use crate::ids::{BeneficialOwnerId, CustomerId, DocumentHolder, DocumentId};

/// What lies in the way of a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Whose fault it is.
    pub resource: FaultyResource,
    /// What is wrong.
    pub kind: VerificationErrorType,
    /// The field, where it is about one.
    pub field: Option<String>,
    /// The documents of which one would do, where an upload cures it.
    pub accepted: Vec<DocumentType>,
}

/// The resource that a fault is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultyResource {
    /// The customer.
    Customer(CustomerId),
    /// Somebody behind it.
    Owner(BeneficialOwnerId),
    /// A document of either.
    Document(DocumentId),
}

/// What counts of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentFacts {
    /// Its id.
    pub id: DocumentId,
    /// Whose it is.
    pub holder: DocumentHolder,
    /// What it is.
    pub document_type: DocumentType,
    /// The side that it shows, where it has sides.
    pub side: Option<DocumentSide>,
}

/// What counts of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressFacts {
    /// Whether the city is known.
    pub has_city: bool,
    /// Whether the state is known.
    pub has_state: bool,
    /// The country.
    pub country: Country,
}

/// What counts of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonFacts<'a> {
    /// Full name.
    pub full_name: Option<&'a str>,
    /// Date of birth.
    pub birth_date: Option<Date>,
    /// Nationality.
    pub nationality: Option<Country>,
    /// Where the person is served.
    pub region: Country,
    /// Has street, country and, where the country has them, postal code.
    pub address: Option<AddressFacts>,
    /// Whether the kind of the tax number is known.
    pub has_id_type: bool,
    /// Whether the tax number is known.
    pub has_identifier: bool,
    /// What the operator asks beyond that, and is not known.
    pub lacking: Vec<DueDiligenceField>,
    /// The day of the submission.
    pub today: Date,
}

/// What counts of a company, field by field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompanyFacts<'a> {
    /// Has street, country and, where the country has them, postal code.
    pub address: Option<AddressFacts>,
    /// The fields of `businessInfo` that have a value.
    pub known: Vec<&'static str>,
    /// Where it is served.
    pub region: Country,
    /// Whether its region is one where contact data is verified.
    pub is_contact_verified: bool,
    /// The people behind it.
    pub owners: &'a [OwnerFacts],
}

/// What counts of somebody behind a company. Everything else that must be known of a person is known of all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnerFacts {
    /// Who.
    pub id: BeneficialOwnerId,
    /// Whether one of the roles gives control.
    pub has_control: bool,
    /// Whether the person has a tax number of the United States.
    pub has_us_number: bool,
}

/// Somebody to be verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Applicant<'a> {
    /// A person.
    Person(PersonFacts<'a>),
    /// A company.
    Business(CompanyFacts<'a>),
}

const ADULT_YEARS: i16 = 18;

/// The documents that show who a person is.
pub const PERSON_DOCUMENTS: &[DocumentType] =
    &[DocumentType::Passport, DocumentType::DriversLicense, DocumentType::NationalId];

/// The documents of an owner without a tax number of the United States: of each row one.
pub(super) const OWNER_DOCUMENTS: &[&[DocumentType]] =
    &[&[DocumentType::Passport], &[DocumentType::NationalId, DocumentType::DriversLicense]];

/// The fields of `businessInfo` that must have a value; alternatives stand together.
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

/// The fields that must have a value where contact data is verified, too.
const CONTACT_FIELDS: &[&str] = &["primaryContactFirstName", "primaryContactLastName"];

/// The documents of a company: of each row one.
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

/// Everything that lies in the way, in the order of the interface: fields of the customer, people, documents. The
/// documents are those of the customer and of the people behind it, newest first.
#[must_use]
pub fn find_faults(
    customer: CustomerId,
    applicant: &Applicant<'_>,
    documents: &[DocumentFacts],
) -> Vec<Fault> {
    let mut faults = Findings { customer, found: Vec::new() };
    match applicant {
        Applicant::Person(person) => {
            faults.person(person);
            faults.identity_document(documents);
        }
        Applicant::Business(company) => {
            faults.company(company);
            faults.owners(company.owners);
            faults.company_documents(documents);
            company.owners.iter().for_each(|owner| faults.owner_documents(owner, documents));
        }
    }
    faults.found
}

/// The newest document by which a person can be identified.
#[must_use]
pub fn newest_identity_document(documents: &[DocumentFacts]) -> Option<DocumentId> {
    documents.iter().find(|one| PERSON_DOCUMENTS.contains(&one.document_type)).map(|one| one.id)
}

struct Findings {
    customer: CustomerId,
    found: Vec<Fault>,
}

impl Findings {
    fn add(
        &mut self,
        resource: FaultyResource,
        kind: VerificationErrorType,
        field: Option<String>,
        accepted: &[DocumentType],
    ) {
        self.found.push(Fault { resource, kind, field, accepted: accepted.to_vec() });
    }

    fn field(&mut self, kind: VerificationErrorType, field: impl Into<String>) {
        self.add(FaultyResource::Customer(self.customer), kind, Some(field.into()), &[]);
    }

    fn need(&mut self, is_there: bool, field: impl Into<String>) {
        if !is_there {
            self.field(VerificationErrorType::MissingField, field);
        }
    }

    fn document(&mut self, kind: VerificationErrorType, accepted: &[DocumentType]) {
        self.add(FaultyResource::Customer(self.customer), kind, None, accepted);
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

    /// Without an address, whether a state is needed hangs on the region.
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
                FaultyResource::Document(half.id),
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
        let customer = FaultyResource::Customer(self.customer);
        if owners.is_empty() {
            self.add(customer, VerificationErrorType::MissingBeneficialOwner, None, &[]);
        } else if !owners.iter().any(|owner| owner.has_control) {
            self.add(customer, VerificationErrorType::MissingControlPerson, None, &[]);
        }
    }

    fn company_documents(&mut self, documents: &[DocumentFacts]) {
        let holder = DocumentHolder::Customer(self.customer);
        for (kind, accepted) in COMPANY_DOCUMENTS {
            let fits = |one: &DocumentFacts| one.holder == holder && accepted.contains(&one.document_type);
            if !documents.iter().any(fits) {
                self.document(*kind, accepted);
            }
        }
    }

    /// Somebody without a tax number of the United States shows a passport and one document more.
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
            self.add(FaultyResource::Owner(owner.id), kind, None, &missing);
        }
    }
}

#[cfg(test)]
mod tests;
