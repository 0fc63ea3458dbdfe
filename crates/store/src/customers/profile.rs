//! What is known about a customer, as it is stored: names and values are those of the interface.

use causeway_vocabulary::Country;
use causeway_vocabulary::customers::{
    AnnualIncomeRange, BusinessType, EntityType, ExpectedMonthlyTransactionCount,
    ExpectedMonthlyTransactionVolume, IdentificationType, IndividualSourceOfFunds, NetWorthRange, PepStatus,
    PurposeOfAccount, SourceOfFunds, SourceOfWealth,
};
use serde::{Deserialize, Serialize};

/// What is known about a customer, by its type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Profile {
    /// A person.
    Individual(Box<IndividualProfile>),
    /// A company.
    Business(Box<BusinessProfile>),
}

/// What is known about a person.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct IndividualProfile {
    /// Full name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<String>,
    /// Date of birth, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_date: Option<String>,
    /// Nationality.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nationality: Option<Country>,
    /// Home address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<PostalAddress>,
    /// Kind of the tax number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_type: Option<IdentificationType>,
    /// The tax number, sealed by the service; never shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sealed_identifier: Option<String>,
    /// The country that issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_issuance: Option<Country>,
    /// Where the money comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_categories: Option<Vec<IndividualSourceOfFunds>>,
    /// What `OTHER` stands for there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_other_description: Option<String>,
    /// Where the wealth comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_wealth_categories: Option<Vec<SourceOfWealth>>,
    /// What `OTHER` stands for there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_wealth_other_description: Option<String>,
    /// What the account is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// What `OTHER` stands for there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account_other_description: Option<String>,
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
}

/// What is known about a company.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BusinessProfile {
    /// Registered address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<PostalAddress>,
    /// Registered name.
    pub legal_name: String,
    /// Trading name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doing_business_as: Option<String>,
    /// Where it is registered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<Country>,
    /// Number in the register of companies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_number: Option<String>,
    /// When it was founded, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incorporated_on: Option<String>,
    /// Legal form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// Tax number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_id: Option<String>,
    /// Where it does business.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub countries_of_operation: Option<Vec<Country>>,
    /// What it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_type: Option<BusinessType>,
    /// What the account is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// Where the money comes from, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds: Option<String>,
    /// How many transactions are expected in a month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    /// How much money is expected to move in a month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    /// Where recipients are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_recipient_jurisdictions: Option<Vec<Country>>,
    /// Industry, by the North American classification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub naics_code: Option<String>,
    /// Where the money comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_categories: Option<Vec<SourceOfFunds>>,
    /// What `OTHER` stands for there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_other_description: Option<String>,
    /// What `OTHER` stands for there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account_other_description: Option<String>,
    /// Where counterparties are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_counterparty_countries: Option<Vec<Country>>,
    /// First name of the person to ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_contact_first_name: Option<String>,
    /// Last name of the person to ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_contact_last_name: Option<String>,
}

/// A postal address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PostalAddress {
    /// Street and number.
    pub line1: String,
    /// Whatever else stands before the city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line2: Option<String>,
    /// City.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// State, province or region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Postal code.
    pub postal_code: String,
    /// Country.
    pub country: Country,
}
