use uuid::Uuid;

use super::*;
use crate::ids::Id;

fn customer() -> CustomerId {
    CustomerId::from_uuid(Uuid::from_u128(1))
}

fn owner(number: u128) -> BeneficialOwnerId {
    BeneficialOwnerId::from_uuid(Uuid::from_u128(number))
}

fn of(holder: DocumentHolder, document_type: DocumentType, side: Option<DocumentSide>) -> DocumentFacts {
    DocumentFacts { id: DocumentId::from_uuid(Uuid::from_u128(9)), holder, document_type, side }
}

fn own(document_type: DocumentType) -> DocumentFacts {
    of(DocumentHolder::Customer(customer()), document_type, None)
}

fn address(country: &str) -> AddressFacts {
    AddressFacts { has_city: true, has_state: true, country: country.parse().unwrap() }
}

fn person() -> PersonFacts<'static> {
    PersonFacts {
        full_name: Some("Jane Doe"),
        birth_date: Some("1990-01-15".parse().unwrap()),
        nationality: Some(Country::US),
        region: Country::US,
        address: Some(address("US")),
        has_id_type: true,
        has_identifier: true,
        lacking: Vec::new(),
        today: "2025-10-03".parse().unwrap(),
    }
}

/// Returns the kind and field of each finding.
fn listed(findings: &[Finding]) -> Vec<(VerificationErrorType, &str)> {
    findings.iter().map(|finding| (finding.kind, finding.field.as_deref().unwrap_or_default())).collect()
}

fn of_person(person: PersonFacts<'_>, documents: &[DocumentFacts]) -> Vec<Finding> {
    check_completeness(customer(), &Applicant::Person(person), documents)
}

const MISSING: VerificationErrorType = VerificationErrorType::MissingField;

#[test]
fn a_person_with_everything_is_complete() {
    assert_eq!(of_person(person(), &[own(DocumentType::Passport)]), []);
}

#[test]
fn a_person_without_anything_lacks_every_field_in_order() {
    let nothing = PersonFacts {
        full_name: None,
        birth_date: None,
        nationality: None,
        address: None,
        has_id_type: false,
        has_identifier: false,
        ..person()
    };
    let findings = of_person(nothing.clone(), &[]);
    let fields = [
        "fullName",
        "birthDate",
        "nationality",
        "address.line1",
        "address.city",
        "address.state",
        "address.postalCode",
        "address.country",
        "idType",
        "identifier",
    ];
    let mut expected: Vec<_> = fields.map(|field| (MISSING, field)).to_vec();
    expected.push((VerificationErrorType::MissingIdentityDocument, ""));
    assert_eq!(listed(&findings), expected);
    assert!(findings.iter().all(|finding| finding.resource == FindingResource::Customer(customer())));
    assert_eq!(findings.last().unwrap().accepted, PERSON_DOCUMENTS);

    let elsewhere = PersonFacts { region: "DE".parse().unwrap(), ..nothing };
    let findings = of_person(elsewhere, &[own(DocumentType::Passport)]);
    let fields = [
        "fullName",
        "birthDate",
        "nationality",
        "address.line1",
        "address.city",
        "address.postalCode",
        "address.country",
    ];
    assert_eq!(listed(&findings), fields.map(|field| (MISSING, field)));
}

#[test]
fn names_have_two_words_and_people_are_of_age() {
    let passport = [own(DocumentType::Passport)];
    let of_name = |name| of_person(PersonFacts { full_name: Some(name), ..person() }, &passport);
    assert_eq!(listed(&of_name("Jane003")), [(VerificationErrorType::InvalidField, "fullName")]);
    for (born, is_minor) in [("2007-10-03", false), ("2007-10-04", true), ("2004-02-29", false)] {
        let facts = PersonFacts { birth_date: Some(born.parse().unwrap()), ..person() };
        let expected: &[_] =
            if is_minor { &[(VerificationErrorType::InvalidField, "birthDate")] } else { &[] };
        assert_eq!(listed(&of_person(facts, &passport)), expected, "{born}");
    }
}

#[test]
fn documents_with_two_sides_are_shown_from_both() {
    let holder = DocumentHolder::Customer(customer());
    let licence = |side| of(holder, DocumentType::DriversLicense, Some(side));
    assert_eq!(of_person(person(), &[licence(DocumentSide::Front), licence(DocumentSide::Back)]), []);
    let half = of_person(person(), &[licence(DocumentSide::Front), own(DocumentType::UtilityBill)]);
    assert_eq!(
        half,
        [Finding {
            resource: FindingResource::Document(DocumentId::from_uuid(Uuid::from_u128(9))),
            kind: VerificationErrorType::IncompleteDocument,
            field: None,
            accepted: vec![DocumentType::DriversLicense],
        }]
    );
    let mixed =
        [licence(DocumentSide::Front), of(holder, DocumentType::NationalId, Some(DocumentSide::Back))];
    assert_eq!(of_person(person(), &mixed).len(), 1);
}

fn company<'a>(owners: &'a [OwnerFacts]) -> CompanyFacts<'a> {
    CompanyFacts {
        address: Some(address("US")),
        known: COMPANY_FIELDS.iter().filter_map(|names| names.last().copied()).collect(),
        region: Country::US,
        is_contact_verified: false,
        owners,
    }
}

fn of_company(company: CompanyFacts<'_>, documents: &[DocumentFacts]) -> Vec<Finding> {
    check_completeness(customer(), &Applicant::Business(company), documents)
}

#[test]
fn a_company_needs_fields_people_and_four_documents() {
    let documents = [
        own(DocumentType::CertificateOfIncorporation),
        own(DocumentType::TrustAgreement),
        own(DocumentType::ProofOfAddress),
    ];
    let control = OwnerFacts { id: owner(2), has_control: true, has_us_number: true };
    assert_eq!(of_company(company(&[control]), &documents), [], "one trust agreement shows both structures");

    let nothing = CompanyFacts { address: None, known: vec!["legalName", "country"], ..company(&[]) };
    let findings = of_company(nothing, &[]);
    let kinds: Vec<_> = findings.iter().map(|finding| finding.kind).filter(|kind| *kind != MISSING).collect();
    assert_eq!(
        kinds,
        [
            VerificationErrorType::MissingBeneficialOwner,
            VerificationErrorType::MissingLegalPresenceDocument,
            VerificationErrorType::MissingControlStructureDocument,
            VerificationErrorType::MissingOwnershipStructureDocument,
            VerificationErrorType::MissingProofOfAddressDocument,
        ]
    );
    let fields: Vec<_> = findings.iter().filter_map(|finding| finding.field.as_deref()).collect();
    assert_eq!(fields[..2], ["customer.address.line1", "customer.address.city"]);
    assert_eq!(fields.len(), 5 + COMPANY_FIELDS.len() - 2);
    assert!(fields.contains(&"customer.businessInfo.sourceOfFunds"));
}

#[test]
fn a_company_needs_a_control_person_and_a_contact_name() {
    let documents: Vec<_> =
        COMPANY_DOCUMENTS.iter().filter_map(|(_, accepted)| accepted.first().copied()).map(own).collect();
    let owners = [OwnerFacts { id: owner(2), has_control: false, has_us_number: true }];
    let findings = of_company(company(&owners), &documents);
    assert_eq!(listed(&findings), [(VerificationErrorType::MissingControlPerson, "")]);
    let owners = [OwnerFacts { has_control: true, ..owners[0] }];
    let findings = of_company(CompanyFacts { is_contact_verified: true, ..company(&owners) }, &documents);
    let expected =
        ["customer.businessInfo.primaryContactFirstName", "customer.businessInfo.primaryContactLastName"];
    assert_eq!(listed(&findings), expected.map(|field| (MISSING, field)));
}

#[test]
fn people_without_a_us_number_show_a_passport_and_one_document_more() {
    let mut documents: Vec<_> =
        COMPANY_DOCUMENTS.iter().filter_map(|(_, accepted)| accepted.first().copied()).map(own).collect();
    let owners = [OwnerFacts { id: owner(2), has_control: true, has_us_number: false }];
    let missing = |documents: &[DocumentFacts]| {
        let findings = of_company(company(&owners), documents);
        assert!(findings.iter().all(|finding| finding.resource == FindingResource::Owner(owner(2))));
        findings.into_iter().flat_map(|finding| finding.accepted).collect::<Vec<_>>()
    };
    let both = [DocumentType::Passport, DocumentType::NationalId, DocumentType::DriversLicense];
    assert_eq!(missing(&documents), both);
    documents.push(own(DocumentType::Passport));
    assert_eq!(missing(&documents), both, "of another holder");
    documents.push(of(DocumentHolder::BeneficialOwner(owner(2)), DocumentType::Passport, None));
    assert_eq!(missing(&documents), both[1..]);
    let back = Some(DocumentSide::Back);
    documents.push(of(DocumentHolder::BeneficialOwner(owner(2)), DocumentType::NationalId, back));
    assert_eq!(missing(&documents), []);
}

#[test]
fn the_newest_identity_document_comes_first() {
    let holder = DocumentHolder::Customer(customer());
    let numbered = |number, document_type| DocumentFacts {
        id: DocumentId::from_uuid(Uuid::from_u128(number)),
        ..of(holder, document_type, None)
    };
    let documents = [
        numbered(3, DocumentType::UtilityBill),
        numbered(2, DocumentType::NationalId),
        numbered(1, DocumentType::Passport),
    ];
    let newest = newest_identity_document(&documents);
    assert_eq!(newest, Some(DocumentId::from_uuid(Uuid::from_u128(2))));
    assert_eq!(newest_identity_document(&documents[..1]), None);
}

#[test]
fn due_diligence_fields_come_last_of_the_missing_fields() {
    let lacking = vec![DueDiligenceField::PepStatus, DueDiligenceField::NetWorthRange];
    let findings = of_person(PersonFacts { lacking, has_id_type: false, ..person() }, &[]);
    let missing = VerificationErrorType::MissingField;
    let fields = [(missing, "idType"), (missing, "pepStatus"), (missing, "netWorthRange")];
    assert_eq!(listed(&findings)[..3], fields);
}
