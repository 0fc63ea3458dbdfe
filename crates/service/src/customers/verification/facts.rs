//! Data of a customer that its verification needs (customers 5.4).

use causeway_domain::customers::{DueDiligenceField, IdType};
use causeway_domain::date::Date;
use causeway_domain::ids::DocumentHolder;
use causeway_domain::verifications::{
    AddressFacts, Applicant, CompanyFacts, DocumentFacts, Finding, OwnerFacts, PersonFacts,
    check_completeness, gives_control,
};
use causeway_store::Tx;
use causeway_store::beneficial_owners::{self, OwnerRecord};
use causeway_store::customers::{BusinessProfile, CustomerRecord, IndividualProfile, PostalAddress, Profile};
use causeway_store::documents::{self, DocumentRecord};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{DUE_DILIGENCE_FIELDS, Settings};

/// The verification file of a customer.
pub(super) struct VerificationFile {
    /// The beneficial owners.
    pub(super) owners: Vec<OwnerRecord>,
    /// The documents of all, newest first.
    pub(super) documents: Vec<DocumentFacts>,
    /// The errors that prevent an approval.
    pub(super) faults: Vec<Finding>,
}

impl VerificationFile {
    /// Reads the file of a customer. The caller must hold the customer's row lock.
    pub(super) fn read(
        tx: &mut Tx<'_>,
        context: &Context,
        customer: &CustomerRecord,
    ) -> Result<Self, ApiError> {
        let owners = match &customer.doc.profile {
            Profile::Individual(_) => Vec::new(),
            Profile::Business(_) => beneficial_owners::of_customer(tx, context.platform, customer.id)?,
        };
        let mut holders = vec![DocumentHolder::Customer(customer.id)];
        holders.extend(owners.iter().map(|owner| DocumentHolder::BeneficialOwner(owner.id)));
        let documents = documents::of_holders(tx, context.platform, &holders)?;
        let documents: Vec<DocumentFacts> = documents.iter().map(document_facts).collect();
        let facts: Vec<OwnerFacts> = owners.iter().map(owner_facts).collect();
        let due_diligence_fields = Settings::of(tx, context)?.get(&DUE_DILIGENCE_FIELDS)?;
        let applicant = applicant(context, customer, &facts, &due_diligence_fields);
        let faults = check_completeness(customer.id, &applicant, &documents);
        Ok(Self { owners, documents, faults })
    }
}

fn document_facts(record: &DocumentRecord) -> DocumentFacts {
    DocumentFacts {
        id: record.id,
        holder: record.holder,
        document_type: record.document_type,
        side: record.doc.side,
    }
}

fn owner_facts(owner: &OwnerRecord) -> OwnerFacts {
    OwnerFacts {
        id: owner.id,
        has_control: owner.doc.roles.iter().any(|role| gives_control(*role)),
        has_us_number: IdType::of(owner.doc.personal.id_type).is_some(),
    }
}

fn applicant<'a>(
    context: &Context,
    customer: &'a CustomerRecord,
    owners: &'a [OwnerFacts],
    due_diligence_fields: &[DueDiligenceField],
) -> Applicant<'a> {
    match &customer.doc.profile {
        Profile::Individual(person) => Applicant::Person(PersonFacts {
            full_name: person.full_name.as_deref(),
            birth_date: person.birth_date.as_deref().and_then(|day| day.parse().ok()),
            nationality: person.nationality,
            region: customer.region,
            address: person.address.as_ref().map(address_facts),
            has_id_type: person.id_type.is_some(),
            has_identifier: person.encrypted_identifier.is_some(),
            lacking: due_diligence_fields
                .iter()
                .filter(|field| !is_known(person, **field))
                .copied()
                .collect(),
            today: Date::of(context.now),
        }),
        Profile::Business(company) => Applicant::Business(CompanyFacts {
            address: company.address.as_ref().map(address_facts),
            known: known_fields(company),
            region: customer.region,
            is_contact_verified: customer.doc.contact_verification.is_some(),
            owners,
        }),
    }
}

fn is_known(person: &IndividualProfile, field: DueDiligenceField) -> bool {
    match field {
        DueDiligenceField::PurposeOfAccount => person.purpose_of_account.is_some(),
        DueDiligenceField::SourceOfFundsCategories => is_listed(person.source_of_funds_categories.as_ref()),
        DueDiligenceField::SourceOfWealthCategories => is_listed(person.source_of_wealth_categories.as_ref()),
        DueDiligenceField::ExpectedMonthlyTransactionCount => {
            person.expected_monthly_transaction_count.is_some()
        }
        DueDiligenceField::ExpectedMonthlyTransactionVolume => {
            person.expected_monthly_transaction_volume.is_some()
        }
        DueDiligenceField::AnnualIncomeRange => person.annual_income_range.is_some(),
        DueDiligenceField::NetWorthRange => person.net_worth_range.is_some(),
        DueDiligenceField::PepStatus => person.pep_status.is_some(),
    }
}

fn is_listed<T>(list: Option<&Vec<T>>) -> bool {
    list.is_some_and(|list| !list.is_empty())
}

fn address_facts(address: &PostalAddress) -> AddressFacts {
    AddressFacts {
        has_city: address.city.is_some(),
        has_state: address.state.is_some(),
        country: address.country,
    }
}

/// Returns the names of the `businessInfo` fields that have a value.
fn known_fields(company: &BusinessProfile) -> Vec<&'static str> {
    let lists = [
        ("countriesOfOperation", is_listed(company.countries_of_operation.as_ref())),
        ("sourceOfFundsCategories", is_listed(company.source_of_funds_categories.as_ref())),
        ("expectedRecipientJurisdictions", is_listed(company.expected_recipient_jurisdictions.as_ref())),
    ];
    let single = [
        ("legalName", !company.legal_name.is_empty()),
        ("country", company.country.is_some()),
        ("taxId", company.tax_id.is_some()),
        ("incorporatedOn", company.incorporated_on.is_some()),
        ("registrationNumber", company.registration_number.is_some()),
        ("entityType", company.entity_type.is_some()),
        ("businessType", company.business_type.is_some()),
        ("purposeOfAccount", company.purpose_of_account.is_some()),
        ("sourceOfFunds", company.source_of_funds.is_some()),
        ("expectedMonthlyTransactionCount", company.expected_monthly_transaction_count.is_some()),
        ("expectedMonthlyTransactionVolume", company.expected_monthly_transaction_volume.is_some()),
        ("primaryContactFirstName", company.primary_contact_first_name.is_some()),
        ("primaryContactLastName", company.primary_contact_last_name.is_some()),
    ];
    single.into_iter().chain(lists).filter(|(_, is_known)| *is_known).map(|(name, _)| name).collect()
}
