//! Customers as returned by the API (customers 2.2).

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    AnnualIncomeRange, BusinessInfoView, ContactVerificationStatus, EndUserTermsConsent,
    ExpectedMonthlyTransactionCount, ExpectedMonthlyTransactionVolume, IdentificationType,
    IndividualSourceOfFunds, KybStatus, KycStatus, NetWorthRange, PepStatus, PurposeOfAccount,
    SourceOfWealth,
};
use crate::address::Address;
use crate::scalar::{
    Country, CurrencyCode, CustomerId, Date, DateTime, Email, FullName, Name, Phone, Text, UmaAddress,
};
use crate::verifications::BeneficialOwner;

/// A customer of the platform: an individual or a company.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "customerType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Customer {
    /// An individual.
    Individual(Box<IndividualCustomer>),
    /// A company.
    Business(Box<BusinessCustomer>),
}

/// An individual customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndividualCustomer {
    /// Customer id, `Customer:<uuid>`.
    pub id: CustomerId,
    /// The platform's own identifier, unique among its active customers.
    pub platform_customer_id: Name,
    /// Country in which the customer is served.
    pub region: Country,
    /// Currencies that the customer can hold.
    pub currencies: Vec<CurrencyCode>,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Phone number in E.164 format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<Phone>,
    /// UMA address, in lower case.
    pub uma_address: UmaAddress,
    /// The latest consent to the terms of service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_user_terms_consent: Option<EndUserTermsConsent>,
    /// Verification of the contact channels. Absent if it is not required for the customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_verification: Option<ContactVerification>,
    /// Status of the identity verification (KYC).
    pub kyc_status: KycStatus,
    /// Full name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<FullName>,
    /// Date of birth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_date: Option<Date>,
    /// Country of nationality.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nationality: Option<Country>,
    /// Home address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Address>,
    /// Type of the tax identification number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_type: Option<IdentificationType>,
    /// Country that issued the tax identification number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_issuance: Option<Country>,
    /// Sources of funds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_categories: Option<Vec<IndividualSourceOfFunds>>,
    /// Description of the choice `OTHER` in `sourceOfFundsCategories`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_other_description: Option<Text>,
    /// Sources of wealth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_wealth_categories: Option<Vec<SourceOfWealth>>,
    /// Description of the choice `OTHER` in `sourceOfWealthCategories`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_wealth_other_description: Option<Text>,
    /// Purpose of the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// Description of the choice `OTHER` in `purposeOfAccount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account_other_description: Option<Text>,
    /// Expected number of transactions per month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    /// Expected transaction volume per month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    /// Annual income, in US dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annual_income_range: Option<AnnualIncomeRange>,
    /// Net worth, in US dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub net_worth_range: Option<NetWorthRange>,
    /// Status as a politically exposed person (PEP).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pep_status: Option<PepStatus>,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
    /// `true` if the customer has been deleted; deletion is permanent.
    pub is_deleted: bool,
}

/// A company customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessCustomer {
    /// Customer id, `Customer:<uuid>`.
    pub id: CustomerId,
    /// The platform's own identifier, unique among its active customers.
    pub platform_customer_id: Name,
    /// Country in which the customer is served.
    pub region: Country,
    /// Currencies that the customer can hold.
    pub currencies: Vec<CurrencyCode>,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Phone number in E.164 format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<Phone>,
    /// UMA address, in lower case.
    pub uma_address: UmaAddress,
    /// The latest consent to the terms of service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_user_terms_consent: Option<EndUserTermsConsent>,
    /// Verification of the contact channels. Absent if it is not required for the customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_verification: Option<ContactVerification>,
    /// Status of the business verification (KYB).
    pub kyb_status: KybStatus,
    /// Registered address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Address>,
    /// Details of the company.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_info: Option<BusinessInfoView>,
    /// Beneficial owners of the company.
    pub beneficial_owners: Vec<BeneficialOwner>,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
    /// `true` if the customer has been deleted; deletion is permanent.
    pub is_deleted: bool,
}

/// The verification of contact channels, with one entry per required channel (customers 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ContactVerification {
    /// Status of the e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<ContactVerificationStatus>,
    /// Status of the phone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<ContactVerificationStatus>,
}
