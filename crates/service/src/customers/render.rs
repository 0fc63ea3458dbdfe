//! A customer as it is shown: by its `GET`, in lists, in answers and in events.

use causeway_domain::customers::CustomerStatus;
use causeway_store::customers::{
    BusinessProfile, Consent, ContactChannels, ContactStatus, CustomerRecord, IndividualProfile,
    PostalAddress, Profile,
};
use causeway_wire::customers::{
    BusinessCustomer, BusinessInfoView, ContactVerification, ContactVerificationStatus, Customer,
    EndUserTermsConsent, IndividualCustomer,
};
use causeway_wire::{Address, UmaAddress};

use crate::runtime::api_error::ApiError;
use crate::runtime::money::{instant, same_name};

/// The customer as it is shown; `uma_domain` is what its UMA address ends in now. The identification number is
/// never shown.
///
/// # Errors
/// `INTERNAL_ERROR` for a stored value that is not part of the interface, which would be a defect of ours.
pub fn customer(record: &CustomerRecord, uma_domain: &str) -> Result<Customer, ApiError> {
    Ok(match &record.doc.profile {
        Profile::Individual(person) => Customer::Individual(individual(record, person, uma_domain)?),
        Profile::Business(company) => Customer::Business(business(record, company, uma_domain)?),
    })
}

fn individual(
    record: &CustomerRecord,
    person: &IndividualProfile,
    uma_domain: &str,
) -> Result<IndividualCustomer, ApiError> {
    let doc = &record.doc;
    Ok(IndividualCustomer {
        id: record.id,
        platform_customer_id: record.platform_customer_id.as_str().into(),
        region: record.region,
        currencies: record.currencies.clone(),
        email: text(doc.email.as_ref()),
        phone_number: text(doc.phone_number.as_ref()),
        uma_address: uma_address(record, uma_domain),
        end_user_terms_consent: doc.consent.as_ref().map(consent).transpose()?,
        contact_verification: doc.contact_verification.map(contact_verification),
        kyc_status: status(doc.verification.status())?,
        full_name: text(person.full_name.as_ref()),
        birth_date: text(person.birth_date.as_ref()),
        nationality: person.nationality,
        address: person.address.as_ref().map(address),
        id_type: word(person.id_type.as_ref())?,
        country_of_issuance: person.country_of_issuance,
        source_of_funds_categories: words(person.source_of_funds_categories.as_ref())?,
        source_of_funds_other_description: text(person.source_of_funds_other_description.as_ref()),
        source_of_wealth_categories: words(person.source_of_wealth_categories.as_ref())?,
        source_of_wealth_other_description: text(person.source_of_wealth_other_description.as_ref()),
        purpose_of_account: word(person.purpose_of_account.as_ref())?,
        purpose_of_account_other_description: text(person.purpose_of_account_other_description.as_ref()),
        expected_monthly_transaction_count: word(person.expected_monthly_transaction_count.as_ref())?,
        expected_monthly_transaction_volume: word(person.expected_monthly_transaction_volume.as_ref())?,
        annual_income_range: word(person.annual_income_range.as_ref())?,
        net_worth_range: word(person.net_worth_range.as_ref())?,
        pep_status: word(person.pep_status.as_ref())?,
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
        is_deleted: record.is_deleted,
    })
}

fn business(
    record: &CustomerRecord,
    company: &BusinessProfile,
    uma_domain: &str,
) -> Result<BusinessCustomer, ApiError> {
    let doc = &record.doc;
    Ok(BusinessCustomer {
        id: record.id,
        platform_customer_id: record.platform_customer_id.as_str().into(),
        region: record.region,
        currencies: record.currencies.clone(),
        email: text(doc.email.as_ref()),
        phone_number: text(doc.phone_number.as_ref()),
        uma_address: uma_address(record, uma_domain),
        end_user_terms_consent: doc.consent.as_ref().map(consent).transpose()?,
        contact_verification: doc.contact_verification.map(contact_verification),
        kyb_status: status(doc.verification.status())?,
        address: company.address.as_ref().map(address),
        business_info: Some(business_info(company)?),
        beneficial_owners: Vec::new(),
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
        is_deleted: record.is_deleted,
    })
}

fn business_info(company: &BusinessProfile) -> Result<BusinessInfoView, ApiError> {
    Ok(BusinessInfoView {
        legal_name: company.legal_name.as_str().into(),
        doing_business_as: text(company.doing_business_as.as_ref()),
        country: company.country,
        registration_number: text(company.registration_number.as_ref()),
        incorporated_on: text(company.incorporated_on.as_ref()),
        entity_type: word(company.entity_type.as_ref())?,
        tax_id: text(company.tax_id.as_ref()),
        countries_of_operation: company.countries_of_operation.clone(),
        business_type: word(company.business_type.as_ref())?,
        purpose_of_account: word(company.purpose_of_account.as_ref())?,
        source_of_funds: text(company.source_of_funds.as_ref()),
        expected_monthly_transaction_count: word(company.expected_monthly_transaction_count.as_ref())?,
        expected_monthly_transaction_volume: word(company.expected_monthly_transaction_volume.as_ref())?,
        expected_recipient_jurisdictions: company.expected_recipient_jurisdictions.clone(),
        naics_code: text(company.naics_code.as_ref()),
        source_of_funds_categories: words(company.source_of_funds_categories.as_ref())?,
        source_of_funds_other_description: text(company.source_of_funds_other_description.as_ref()),
        purpose_of_account_other_description: text(company.purpose_of_account_other_description.as_ref()),
        expected_counterparty_countries: company.expected_counterparty_countries.clone(),
        primary_contact_first_name: text(company.primary_contact_first_name.as_ref()),
        primary_contact_last_name: text(company.primary_contact_last_name.as_ref()),
    })
}

fn uma_address(record: &CustomerRecord, domain: &str) -> UmaAddress {
    format!("${}@{domain}", record.uma_local).into()
}

/// Both types' statuses are spelled alike.
fn status<T: std::str::FromStr>(status: CustomerStatus) -> Result<T, ApiError> {
    same_name(status.as_str())
}

fn consent(consent: &Consent) -> Result<EndUserTermsConsent, ApiError> {
    Ok(EndUserTermsConsent {
        accepted_at: instant(consent.accepted_at),
        ip_address: consent.ip_address.as_str().into(),
        terms_version: consent.terms_version.to_string().into(),
        acceptance_method: same_name(&consent.acceptance_method)?,
    })
}

fn contact_verification(channels: ContactChannels) -> ContactVerification {
    let shown = |status| match status {
        ContactStatus::Pending => ContactVerificationStatus::Pending,
        ContactStatus::Verified => ContactVerificationStatus::Verified,
    };
    ContactVerification { email: channels.email.map(shown), phone: channels.phone.map(shown) }
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

fn word<T: std::str::FromStr>(word: Option<&String>) -> Result<Option<T>, ApiError> {
    word.map(|word| same_name(word)).transpose()
}

fn words<T: std::str::FromStr>(words: Option<&Vec<String>>) -> Result<Option<Vec<T>>, ApiError> {
    words.map(|words| words.iter().map(|word| same_name(word)).collect()).transpose()
}
