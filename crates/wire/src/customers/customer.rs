//! A customer as the platform sees it (customers 2.2).

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    AnnualIncomeRange, BusinessInfoView, ContactVerificationStatus, EndUserTermsConsent,
    ExpectedMonthlyTransactionCount, ExpectedMonthlyTransactionVolume, IdentificationType,
    IndividualSourceOfFunds, KybStatus, KycStatus, NetWorthRange, PepStatus, PurposeOfAccount,
    SourceOfWealth,
};
use crate::address::Address;
use crate::kyc::BeneficialOwner;
use crate::scalar::{
    Country, CurrencyCode, CustomerId, Date, DateTime, Email, FullName, Name, Phone, Text, UmaAddress,
};

/// A customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "customerType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Customer {
    /// A person.
    Individual(Box<IndividualCustomer>),
    /// A company.
    Business(Box<BusinessCustomer>),
}

/// A person.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndividualCustomer {
    /// Its id.
    pub id: CustomerId,
    /// The platform's own identifier.
    pub platform_customer_id: Name,
    /// Where the customer is served.
    pub region: Country,
    /// The currencies that the customer can hold.
    pub currencies: Vec<CurrencyCode>,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Telephone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<Phone>,
    /// UMA address, in lower case.
    pub uma_address: UmaAddress,
    /// The latest consent to the terms for end users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_user_terms_consent: Option<EndUserTermsConsent>,
    /// Which contact channels were confirmed; only where that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_verification: Option<ContactVerification>,
    /// Where the person stands in identity verification.
    pub kyc_status: KycStatus,
    /// Full name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<FullName>,
    /// Date of birth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_date: Option<Date>,
    /// Nationality.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nationality: Option<Country>,
    /// Home address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Address>,
    /// Kind of the tax number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_type: Option<IdentificationType>,
    /// The country that issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_issuance: Option<Country>,
    /// Where the money comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_categories: Option<Vec<IndividualSourceOfFunds>>,
    /// What `OTHER` stands for there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_other_description: Option<Text>,
    /// Where the wealth comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_wealth_categories: Option<Vec<SourceOfWealth>>,
    /// What `OTHER` stands for there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_wealth_other_description: Option<Text>,
    /// What the account is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// What `OTHER` stands for there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account_other_description: Option<Text>,
    /// How many transactions are expected in a month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    /// How much money is expected to move in a month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    /// Yearly income.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annual_income_range: Option<AnnualIncomeRange>,
    /// Net worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub net_worth_range: Option<NetWorthRange>,
    /// Closeness to public office.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pep_status: Option<PepStatus>,
    /// When it was created.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
    /// Whether it was deleted.
    pub is_deleted: bool,
}

/// A company.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessCustomer {
    /// Its id.
    pub id: CustomerId,
    /// The platform's own identifier.
    pub platform_customer_id: Name,
    /// Where the customer is served.
    pub region: Country,
    /// The currencies that the customer can hold.
    pub currencies: Vec<CurrencyCode>,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Telephone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<Phone>,
    /// UMA address, in lower case.
    pub uma_address: UmaAddress,
    /// The latest consent to the terms for end users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_user_terms_consent: Option<EndUserTermsConsent>,
    /// Which contact channels were confirmed; only where that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_verification: Option<ContactVerification>,
    /// Where the company stands in verification.
    pub kyb_status: KybStatus,
    /// Registered address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Address>,
    /// About the company.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_info: Option<BusinessInfoView>,
    /// Who owns or controls it.
    pub beneficial_owners: Vec<BeneficialOwner>,
    /// When it was created.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
    /// Whether it was deleted.
    pub is_deleted: bool,
}

/// Which contact channels were confirmed by their owner (customers 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ContactVerification {
    /// The e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<ContactVerificationStatus>,
    /// The telephone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<ContactVerificationStatus>,
}
