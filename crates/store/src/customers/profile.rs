//! The stored profile of a customer. Names and values are those of the interface.

use causeway_vocabulary::Country;
use causeway_vocabulary::customers::{
    AnnualIncomeRange, BusinessType, EntityType, ExpectedMonthlyTransactionCount,
    ExpectedMonthlyTransactionVolume, IdentificationType, IndividualSourceOfFunds, NetWorthRange, PepStatus,
    PurposeOfAccount, SourceOfFunds, SourceOfWealth,
};
use serde::{Deserialize, Serialize};

/// A customer's profile by customer type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Profile {
    Individual(Box<IndividualProfile>),
    Business(Box<BusinessProfile>),
}

impl Profile {
    /// Returns the full name of a person, or the registered name of a company.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Individual(person) => person.full_name.as_deref(),
            Self::Business(company) => Some(&company.legal_name),
        }
    }
}

/// The profile of a person.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct IndividualProfile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<String>,
    /// `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nationality: Option<Country>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<PostalAddress>,
    /// Type of the tax number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_type: Option<IdentificationType>,
    /// The tax number, encrypted; never shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encrypted_identifier: Option<String>,
    /// Country that issued the tax number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_issuance: Option<Country>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_categories: Option<Vec<IndividualSourceOfFunds>>,
    /// Explanation of `OTHER`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_other_description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_wealth_categories: Option<Vec<SourceOfWealth>>,
    /// Explanation of `OTHER`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_wealth_other_description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// Explanation of `OTHER`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account_other_description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annual_income_range: Option<AnnualIncomeRange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub net_worth_range: Option<NetWorthRange>,
    /// Politically exposed person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pep_status: Option<PepStatus>,
}

/// The profile of a company.
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
    /// Country of registration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<Country>,
    /// Number in the company register.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_number: Option<String>,
    /// `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incorporated_on: Option<String>,
    /// Legal form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub countries_of_operation: Option<Vec<Country>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_type: Option<BusinessType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// Free text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_recipient_jurisdictions: Option<Vec<Country>>,
    /// Industry code of the North American Industry Classification System.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub naics_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_categories: Option<Vec<SourceOfFunds>>,
    /// Explanation of `OTHER`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_other_description: Option<String>,
    /// Explanation of `OTHER`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account_other_description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_counterparty_countries: Option<Vec<Country>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_contact_first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_contact_last_name: Option<String>,
}

/// A postal address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PostalAddress {
    /// Street and number.
    pub line1: String,
    /// Further address line before the city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line2: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// State, province or region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    pub postal_code: String,
    pub country: Country,
}
