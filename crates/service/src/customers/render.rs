//! A customer as an API object: for its `GET`, lists, responses and events.

use causeway_domain::customers::CustomerStatus;
use causeway_domain::verifications::OwnerStatus;
use causeway_store::beneficial_owners::OwnerRecord;
use causeway_store::customers::{
    BusinessProfile, Consent, ContactChannels, ContactStatus, CustomerRecord, IndividualProfile,
    PostalAddress, Profile,
};
use causeway_store::verifications::{VerificationFault, VerificationRecord};
use causeway_wire::customers::{
    BusinessCustomer, BusinessInfoView, ContactVerification, ContactVerificationStatus, Customer,
    EndUserTermsConsent, IndividualCustomer, KybStatus, KycStatus,
};
use causeway_wire::verifications::{
    BeneficialOwner, BeneficialOwnerPersonalInfo, Verification, VerificationError,
};
use causeway_wire::{Address, UmaAddress};

use crate::runtime::api_error::ApiError;
use crate::runtime::money::instant;

/// Renders a customer with its beneficial owners; `uma_domain` is the current domain of its UMA address. The
/// identification number is never shown.
///
/// # Errors
/// `INTERNAL_ERROR` for a stored value that is not part of the interface, which would be a defect of the
/// service.
pub fn customer(
    record: &CustomerRecord,
    owners: &[OwnerRecord],
    uma_domain: &str,
) -> Result<Customer, ApiError> {
    Ok(match &record.doc.profile {
        Profile::Individual(person) => Customer::Individual(Box::new(individual(record, person, uma_domain))),
        Profile::Business(company) => {
            Customer::Business(Box::new(business(record, company, owners, uma_domain)))
        }
    })
}

fn individual(record: &CustomerRecord, person: &IndividualProfile, uma_domain: &str) -> IndividualCustomer {
    let doc = &record.doc;
    IndividualCustomer {
        id: record.id,
        platform_customer_id: record.platform_customer_id.as_str().into(),
        region: record.region,
        currencies: record.currencies.clone(),
        email: text(doc.email.as_ref()),
        phone_number: text(doc.phone_number.as_ref()),
        uma_address: uma_address(record, uma_domain),
        end_user_terms_consent: doc.consent.as_ref().map(consent),
        contact_verification: doc.contact_verification.map(contact_verification),
        kyc_status: kyc_status(doc.verification.status()),
        full_name: text(person.full_name.as_ref()),
        birth_date: text(person.birth_date.as_ref()),
        nationality: person.nationality,
        address: person.address.as_ref().map(address),
        id_type: person.id_type,
        country_of_issuance: person.country_of_issuance,
        source_of_funds_categories: person.source_of_funds_categories.clone(),
        source_of_funds_other_description: text(person.source_of_funds_other_description.as_ref()),
        source_of_wealth_categories: person.source_of_wealth_categories.clone(),
        source_of_wealth_other_description: text(person.source_of_wealth_other_description.as_ref()),
        purpose_of_account: person.purpose_of_account,
        purpose_of_account_other_description: text(person.purpose_of_account_other_description.as_ref()),
        expected_monthly_transaction_count: person.expected_monthly_transaction_count,
        expected_monthly_transaction_volume: person.expected_monthly_transaction_volume,
        annual_income_range: person.annual_income_range,
        net_worth_range: person.net_worth_range,
        pep_status: person.pep_status,
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
        is_deleted: record.is_deleted,
    }
}

fn business(
    record: &CustomerRecord,
    company: &BusinessProfile,
    owners: &[OwnerRecord],
    uma_domain: &str,
) -> BusinessCustomer {
    let doc = &record.doc;
    BusinessCustomer {
        id: record.id,
        platform_customer_id: record.platform_customer_id.as_str().into(),
        region: record.region,
        currencies: record.currencies.clone(),
        email: text(doc.email.as_ref()),
        phone_number: text(doc.phone_number.as_ref()),
        uma_address: uma_address(record, uma_domain),
        end_user_terms_consent: doc.consent.as_ref().map(consent),
        contact_verification: doc.contact_verification.map(contact_verification),
        kyb_status: kyb_status(doc.verification.status()),
        address: company.address.as_ref().map(address),
        business_info: Some(business_info(company)),
        beneficial_owners: owners.iter().map(owner).collect(),
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
        is_deleted: record.is_deleted,
    }
}

fn business_info(company: &BusinessProfile) -> BusinessInfoView {
    BusinessInfoView {
        legal_name: company.legal_name.as_str().into(),
        doing_business_as: text(company.doing_business_as.as_ref()),
        country: company.country,
        registration_number: text(company.registration_number.as_ref()),
        incorporated_on: text(company.incorporated_on.as_ref()),
        entity_type: company.entity_type,
        tax_id: text(company.tax_id.as_ref()),
        countries_of_operation: company.countries_of_operation.clone(),
        business_type: company.business_type,
        purpose_of_account: company.purpose_of_account,
        source_of_funds: text(company.source_of_funds.as_ref()),
        expected_monthly_transaction_count: company.expected_monthly_transaction_count,
        expected_monthly_transaction_volume: company.expected_monthly_transaction_volume,
        expected_recipient_jurisdictions: company.expected_recipient_jurisdictions.clone(),
        naics_code: text(company.naics_code.as_ref()),
        source_of_funds_categories: company.source_of_funds_categories.clone(),
        source_of_funds_other_description: text(company.source_of_funds_other_description.as_ref()),
        purpose_of_account_other_description: text(company.purpose_of_account_other_description.as_ref()),
        expected_counterparty_countries: company.expected_counterparty_countries.clone(),
        primary_contact_first_name: text(company.primary_contact_first_name.as_ref()),
        primary_contact_last_name: text(company.primary_contact_last_name.as_ref()),
    }
}

fn uma_address(record: &CustomerRecord, domain: &str) -> UmaAddress {
    format!("${}@{domain}", record.uma_local).into()
}

/// Converts the status: the interface has separate types with the same values for persons and companies.
const fn kyc_status(status: CustomerStatus) -> KycStatus {
    match status {
        CustomerStatus::Unverified => KycStatus::Unverified,
        CustomerStatus::Pending => KycStatus::Pending,
        CustomerStatus::Approved => KycStatus::Approved,
        CustomerStatus::Rejected => KycStatus::Rejected,
        CustomerStatus::Hold => KycStatus::Hold,
    }
}

const fn kyb_status(status: CustomerStatus) -> KybStatus {
    match status {
        CustomerStatus::Unverified => KybStatus::Unverified,
        CustomerStatus::Pending => KybStatus::Pending,
        CustomerStatus::Approved => KybStatus::Approved,
        CustomerStatus::Rejected => KybStatus::Rejected,
        CustomerStatus::Hold => KybStatus::Hold,
    }
}

fn consent(consent: &Consent) -> EndUserTermsConsent {
    EndUserTermsConsent {
        accepted_at: instant(consent.accepted_at),
        ip_address: consent.ip_address.as_str().into(),
        terms_version: consent.terms_version.to_string().into(),
        acceptance_method: consent.acceptance_method,
    }
}

fn contact_verification(channels: ContactChannels) -> ContactVerification {
    let verification = |status| match status {
        ContactStatus::Pending => ContactVerificationStatus::Pending,
        ContactStatus::Verified => ContactVerificationStatus::Verified,
    };
    ContactVerification { email: channels.email.map(verification), phone: channels.phone.map(verification) }
}

fn address(address: &PostalAddress) -> Address {
    Address {
        line1: address.line1.as_str().into(),
        line2: text(address.line2.as_ref()),
        city: text(address.city.as_ref()),
        state: text(address.state.as_ref()),
        postal_code: address.postal_code.as_str().into(),
        country: address.country,
    }
}

fn text<T: for<'a> From<&'a str>>(text: Option<&String>) -> Option<T> {
    text.map(|text| text.as_str().into())
}

/// Renders a beneficial owner. The identification number is masked.
#[must_use]
pub fn owner(record: &OwnerRecord) -> BeneficialOwner {
    let person = &record.doc.personal;
    BeneficialOwner {
        id: record.id,
        customer_id: record.customer,
        roles: record.doc.roles.clone(),
        ownership_percentage: record.doc.ownership_percentage,
        personal_info: BeneficialOwnerPersonalInfo {
            first_name: person.first_name.as_str().into(),
            middle_name: text(person.middle_name.as_ref()),
            last_name: person.last_name.as_str().into(),
            birth_date: person.birth_date.as_str().into(),
            nationality: person.nationality,
            email: text(person.email.as_ref()),
            phone_number: text(person.phone_number.as_ref()),
            address: address(&person.address),
            id_type: person.id_type,
            identifier: person.masked_identifier.as_str().into(),
            country_of_issuance: person.country_of_issuance,
        },
        kyc_status: match record.status {
            OwnerStatus::Unverified => KycStatus::Unverified,
            OwnerStatus::Pending => KycStatus::Pending,
            OwnerStatus::Approved => KycStatus::Approved,
            OwnerStatus::Rejected => KycStatus::Rejected,
        },
        created_at: instant(record.created_at),
        updated_at: Some(instant(record.updated_at)),
    }
}

/// Renders a verification.
#[must_use]
pub fn verification(record: &VerificationRecord) -> Verification {
    Verification {
        id: record.id,
        customer_id: record.customer,
        verification_status: record.doc.state.status(),
        errors: record.doc.errors.iter().map(verification_error).collect(),
        created_at: instant(record.created_at),
        updated_at: Some(instant(record.updated_at)),
    }
}

fn verification_error(fault: &VerificationFault) -> VerificationError {
    VerificationError {
        resource_id: fault.resource.as_str().into(),
        error_type: fault.kind,
        field: text(fault.field.as_ref()),
        accepted_document_types: Some(fault.accepted.clone()).filter(|types| !types.is_empty()),
        reason: fault.reason.as_str().into(),
    }
}
