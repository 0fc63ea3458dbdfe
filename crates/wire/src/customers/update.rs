//! What a platform sends to change a customer (customers 2.10).

use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    AnnualIncomeRange, BusinessInfoUpdate, EndUserTermsConsent, ExpectedMonthlyTransactionCount,
    ExpectedMonthlyTransactionVolume, IdentificationType, IdentityNumber, IndividualSourceOfFunds, KybStatus,
    KycStatus, NetWorthRange, PepStatus, PurposeOfAccount, SourceOfWealth,
};
use crate::address::Address;
use crate::scalar::{Country, CurrencyCode, Date, Email, FullName, Phone, ReadOnly, Text, UmaAddress};

/// What to change. The type must be the one that the customer has.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "customerType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CustomerUpdateRequest {
    /// A person.
    Individual(IndividualUpdateRequest),
    /// A company.
    Business(BusinessUpdateRequest),
}

/// What to change of a person. The address is replaced as a whole.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndividualUpdateRequest {
    /// The currencies that the customer can hold.
    #[schemars(length(min = 1, max = 256))]
    pub currencies: Option<Vec<CurrencyCode>>,
    /// E-mail address.
    pub email: Option<Email>,
    /// Telephone number.
    pub phone_number: Option<Phone>,
    /// UMA address under the platform's domain.
    pub uma_address: Option<UmaAddress>,
    /// Consent to the terms for end users.
    pub end_user_terms_consent: Option<EndUserTermsConsent>,
    /// Set by the service.
    #[serde(default)]
    pub kyc_status: ReadOnly<KycStatus>,
    /// Full name.
    pub full_name: Option<FullName>,
    /// Date of birth.
    pub birth_date: Option<Date>,
    /// Nationality.
    pub nationality: Option<Country>,
    /// Home address.
    pub address: Option<Address>,
    /// Kind of the tax number.
    pub id_type: Option<IdentificationType>,
    /// The tax number. Taken and kept, never shown.
    pub identifier: Option<IdentityNumber>,
    /// The country that issued it.
    pub country_of_issuance: Option<Country>,
    /// Where the money comes from.
    #[schemars(length(max = 64))]
    pub source_of_funds_categories: Option<Vec<IndividualSourceOfFunds>>,
    /// What `OTHER` stands for there.
    pub source_of_funds_other_description: Option<Text>,
    /// Where the wealth comes from.
    #[schemars(length(max = 64))]
    pub source_of_wealth_categories: Option<Vec<SourceOfWealth>>,
    /// What `OTHER` stands for there.
    pub source_of_wealth_other_description: Option<Text>,
    /// What the account is for.
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// What `OTHER` stands for there.
    pub purpose_of_account_other_description: Option<Text>,
    /// How many transactions are expected in a month.
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    /// How much money is expected to move in a month.
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    /// Yearly income.
    pub annual_income_range: Option<AnnualIncomeRange>,
    /// Net worth.
    pub net_worth_range: Option<NetWorthRange>,
    /// Closeness to public office.
    pub pep_status: Option<PepStatus>,
}

/// What to change of a company. The address is replaced as a whole, `businessInfo` field by field.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessUpdateRequest {
    /// The currencies that the customer can hold.
    #[schemars(length(min = 1, max = 256))]
    pub currencies: Option<Vec<CurrencyCode>>,
    /// E-mail address.
    pub email: Option<Email>,
    /// Telephone number.
    pub phone_number: Option<Phone>,
    /// UMA address under the platform's domain.
    pub uma_address: Option<UmaAddress>,
    /// Consent to the terms for end users.
    pub end_user_terms_consent: Option<EndUserTermsConsent>,
    /// Set by the service.
    #[serde(default)]
    pub kyb_status: ReadOnly<KybStatus>,
    /// Registered address.
    pub address: Option<Address>,
    /// About the company.
    pub business_info: Option<BusinessInfoUpdate>,
}
