//! Requests to create a customer (customers 2.2).

use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    AnnualIncomeRange, BusinessInfo, EndUserTermsConsent, ExpectedMonthlyTransactionCount,
    ExpectedMonthlyTransactionVolume, IdentificationType, IdentityNumber, IndividualSourceOfFunds, KybStatus,
    KycStatus, NetWorthRange, PepStatus, PurposeOfAccount, SourceOfWealth,
};
use crate::address::Address;
use crate::scalar::{Country, CurrencyCode, Date, Email, FullName, Name, Phone, ReadOnly, Text, UmaAddress};

/// A customer to create.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "customerType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CustomerCreateRequest {
    /// An individual.
    Individual(IndividualCreateRequest),
    /// A company.
    Business(BusinessCreateRequest),
}

/// An individual to create as a customer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndividualCreateRequest {
    /// The platform's own identifier, unique among its active customers. Generated if absent.
    pub platform_customer_id: Option<Name>,
    /// Country in which the customer is served. If absent, it is derived (customers 2.3). It can never be
    /// changed.
    pub region: Option<Country>,
    /// Currencies that the customer can hold. If absent, they are derived (customers 2.3).
    #[schemars(length(min = 1, max = 256))]
    pub currencies: Option<Vec<CurrencyCode>>,
    /// E-mail address.
    pub email: Option<Email>,
    /// Phone number in E.164 format.
    pub phone_number: Option<Phone>,
    /// UMA address under the platform's domain. Generated if absent.
    pub uma_address: Option<UmaAddress>,
    /// Consent to the terms of service.
    pub end_user_terms_consent: Option<EndUserTermsConsent>,
    /// Set by the service; ignored in requests.
    #[serde(default)]
    pub kyc_status: ReadOnly<KycStatus>,
    /// Full name.
    pub full_name: Option<FullName>,
    /// Date of birth.
    pub birth_date: Option<Date>,
    /// Country of nationality.
    pub nationality: Option<Country>,
    /// Home address.
    pub address: Option<Address>,
    /// Type of the tax identification number.
    pub id_type: Option<IdentificationType>,
    /// Tax identification number. It is stored, but never returned.
    pub identifier: Option<IdentityNumber>,
    /// Country that issued the tax identification number.
    pub country_of_issuance: Option<Country>,
    /// Sources of funds.
    #[schemars(length(max = 64))]
    pub source_of_funds_categories: Option<Vec<IndividualSourceOfFunds>>,
    /// Description of the choice `OTHER` in `sourceOfFundsCategories`; required with that choice, refused
    /// without it.
    pub source_of_funds_other_description: Option<Text>,
    /// Sources of wealth.
    #[schemars(length(max = 64))]
    pub source_of_wealth_categories: Option<Vec<SourceOfWealth>>,
    /// Description of the choice `OTHER` in `sourceOfWealthCategories`; required with that choice, refused
    /// without it.
    pub source_of_wealth_other_description: Option<Text>,
    /// Purpose of the account.
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// Description of the choice `OTHER` in `purposeOfAccount`; required with that choice, refused without
    /// it.
    pub purpose_of_account_other_description: Option<Text>,
    /// Expected number of transactions per month.
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    /// Expected transaction volume per month.
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    /// Annual income, in US dollars.
    pub annual_income_range: Option<AnnualIncomeRange>,
    /// Net worth, in US dollars.
    pub net_worth_range: Option<NetWorthRange>,
    /// Status as a politically exposed person (PEP).
    pub pep_status: Option<PepStatus>,
}

/// A company to create as a customer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessCreateRequest {
    /// The platform's own identifier, unique among its active customers. Generated if absent.
    pub platform_customer_id: Option<Name>,
    /// Country in which the customer is served. If absent, it is derived (customers 2.3). It can never be
    /// changed.
    pub region: Option<Country>,
    /// Currencies that the customer can hold. If absent, they are derived (customers 2.3).
    #[schemars(length(min = 1, max = 256))]
    pub currencies: Option<Vec<CurrencyCode>>,
    /// E-mail address.
    pub email: Option<Email>,
    /// Phone number in E.164 format.
    pub phone_number: Option<Phone>,
    /// UMA address under the platform's domain. Generated if absent.
    pub uma_address: Option<UmaAddress>,
    /// Consent to the terms of service.
    pub end_user_terms_consent: Option<EndUserTermsConsent>,
    /// Set by the service; ignored in requests.
    #[serde(default)]
    pub kyb_status: ReadOnly<KybStatus>,
    /// Registered address.
    pub address: Option<Address>,
    /// Details of the company.
    pub business_info: BusinessInfo,
}
