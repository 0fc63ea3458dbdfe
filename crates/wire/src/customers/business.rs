//! A company's details (customers 2.2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BusinessType, EntityType, ExpectedMonthlyTransactionCount, ExpectedMonthlyTransactionVolume,
    PurposeOfAccount, SourceOfFunds,
};
use crate::scalar::{Country, Date, Name, Text, text};

text::texts! {
    /// An industry, by the North American classification.
    NaicsCode { "pattern": r"^\d{2,6}$", "x-error-message": "must be 2 to 6 digits" }

    /// What a choice of `OTHER` stands for.
    OtherDescription { "minLength": 1, "maxLength": 500 }

    /// A part of a contact's name, with the rules of a person's name (customers 2.2).
    ContactName {
        "minLength": 1,
        "maxLength": 250,
        "pattern": r"^[^<>{}\[\]|\\^~; ]+( [^<>{}\[\]|\\^~; ]+)*$",
        "x-error-message": r"must be words with one blank between them, and none of < > { } [ ] | \ ^ ~ ;",
    }
}

/// A company to be created as a customer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessInfo {
    /// Registered name.
    pub legal_name: Name,
    /// Trading name.
    pub doing_business_as: Option<Name>,
    /// Where it is registered.
    pub country: Country,
    /// Number in the register of companies.
    pub registration_number: Option<Name>,
    /// When it was founded.
    pub incorporated_on: Date,
    /// Legal form.
    pub entity_type: Option<EntityType>,
    /// Tax number.
    pub tax_id: Name,
    /// Where it does business.
    #[schemars(length(max = 256))]
    pub countries_of_operation: Option<Vec<Country>>,
    /// What it does.
    pub business_type: Option<BusinessType>,
    /// What the account is for.
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// Where the money comes from, in words.
    pub source_of_funds: Option<Text>,
    /// How many transactions are expected in a month.
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    /// How much money is expected to move in a month.
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    /// Where recipients are.
    #[schemars(length(max = 256))]
    pub expected_recipient_jurisdictions: Option<Vec<Country>>,
    /// Industry, by the North American classification.
    pub naics_code: Option<NaicsCode>,
    /// Where the money comes from.
    #[schemars(length(max = 64))]
    pub source_of_funds_categories: Option<Vec<SourceOfFunds>>,
    /// What `OTHER` stands for there.
    pub source_of_funds_other_description: Option<OtherDescription>,
    /// What `OTHER` stands for there.
    pub purpose_of_account_other_description: Option<OtherDescription>,
    /// Where counterparties are.
    #[schemars(length(max = 256))]
    pub expected_counterparty_countries: Option<Vec<Country>>,
    /// First name of the person to ask.
    pub primary_contact_first_name: Option<ContactName>,
    /// Last name of the person to ask.
    pub primary_contact_last_name: Option<ContactName>,
}

/// What to change of a company's details.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessInfoUpdate {
    /// Registered name.
    pub legal_name: Option<Name>,
    /// Trading name.
    pub doing_business_as: Option<Name>,
    /// Where it is registered.
    pub country: Option<Country>,
    /// Number in the register of companies.
    pub registration_number: Option<Name>,
    /// When it was founded.
    pub incorporated_on: Option<Date>,
    /// Legal form.
    pub entity_type: Option<EntityType>,
    /// Tax number.
    pub tax_id: Option<Name>,
    /// Where it does business.
    #[schemars(length(max = 256))]
    pub countries_of_operation: Option<Vec<Country>>,
    /// What it does.
    pub business_type: Option<BusinessType>,
    /// What the account is for.
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// Where the money comes from, in words.
    pub source_of_funds: Option<Text>,
    /// How many transactions are expected in a month.
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    /// How much money is expected to move in a month.
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    /// Where recipients are.
    #[schemars(length(max = 256))]
    pub expected_recipient_jurisdictions: Option<Vec<Country>>,
    /// Industry, by the North American classification.
    pub naics_code: Option<NaicsCode>,
    /// Where the money comes from.
    #[schemars(length(max = 64))]
    pub source_of_funds_categories: Option<Vec<SourceOfFunds>>,
    /// What `OTHER` stands for there.
    pub source_of_funds_other_description: Option<OtherDescription>,
    /// What `OTHER` stands for there.
    pub purpose_of_account_other_description: Option<OtherDescription>,
    /// Where counterparties are.
    #[schemars(length(max = 256))]
    pub expected_counterparty_countries: Option<Vec<Country>>,
    /// First name of the person to ask.
    pub primary_contact_first_name: Option<ContactName>,
    /// Last name of the person to ask.
    pub primary_contact_last_name: Option<ContactName>,
}

/// A company's details.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessInfoView {
    /// Registered name.
    pub legal_name: Name,
    /// Trading name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doing_business_as: Option<Name>,
    /// Where it is registered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<Country>,
    /// Number in the register of companies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_number: Option<Name>,
    /// When it was founded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incorporated_on: Option<Date>,
    /// Legal form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// Tax number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_id: Option<Name>,
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
    pub source_of_funds: Option<Text>,
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
    pub naics_code: Option<NaicsCode>,
    /// Where the money comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_categories: Option<Vec<SourceOfFunds>>,
    /// What `OTHER` stands for there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_other_description: Option<OtherDescription>,
    /// What `OTHER` stands for there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account_other_description: Option<OtherDescription>,
    /// Where counterparties are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_counterparty_countries: Option<Vec<Country>>,
    /// First name of the person to ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_contact_first_name: Option<ContactName>,
    /// Last name of the person to ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_contact_last_name: Option<ContactName>,
}
