//! Details of companies (customers 2.2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BusinessType, EntityType, ExpectedMonthlyTransactionCount, ExpectedMonthlyTransactionVolume,
    PurposeOfAccount, SourceOfFunds,
};
use crate::scalar::{Country, Date, Name, Text, text};

text::texts! {
    /// An industry code of the North American Industry Classification System (NAICS), 2 to 6 digits.
    NaicsCode { "pattern": r"^\d{2,6}$", "x-error-message": "must be 2 to 6 digits" }

    /// A description of the choice `OTHER`.
    OtherDescription { "minLength": 1, "maxLength": 500 }

    /// A part of a contact's name; the rules for names of persons apply (customers 2.2).
    ContactName {
        "minLength": 1,
        "maxLength": 250,
        "pattern": r"^[^<>{}\[\]|\\^~; ]+( [^<>{}\[\]|\\^~; ]+)*$",
        "x-error-message": r"must be words with one space between them, and none of < > { } [ ] | \ ^ ~ ;",
    }
}

/// The details of a company to create as a customer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessInfo {
    /// Registered name.
    pub legal_name: Name,
    /// Trading name.
    pub doing_business_as: Option<Name>,
    /// Country of registration.
    pub country: Country,
    /// Number in the company register.
    pub registration_number: Option<Name>,
    /// Date of incorporation.
    pub incorporated_on: Date,
    /// Legal form.
    pub entity_type: Option<EntityType>,
    /// Tax identification number in the country of registration.
    pub tax_id: Name,
    /// Countries in which the company does business.
    #[schemars(length(max = 256))]
    pub countries_of_operation: Option<Vec<Country>>,
    /// Industry of the company.
    pub business_type: Option<BusinessType>,
    /// Purpose of the account.
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// Source of funds, as free text.
    pub source_of_funds: Option<Text>,
    /// Expected number of transactions per month.
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    /// Expected transaction volume per month.
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    /// Countries of expected recipients.
    #[schemars(length(max = 256))]
    pub expected_recipient_jurisdictions: Option<Vec<Country>>,
    /// NAICS code of the industry.
    pub naics_code: Option<NaicsCode>,
    /// Sources of funds.
    #[schemars(length(max = 64))]
    pub source_of_funds_categories: Option<Vec<SourceOfFunds>>,
    /// Description of the choice `OTHER` in `sourceOfFundsCategories`; required with that choice, refused
    /// without it.
    pub source_of_funds_other_description: Option<OtherDescription>,
    /// Description of the choice `OTHER` in `purposeOfAccount`; required with that choice, refused without
    /// it.
    pub purpose_of_account_other_description: Option<OtherDescription>,
    /// Countries of expected counterparties.
    #[schemars(length(max = 256))]
    pub expected_counterparty_countries: Option<Vec<Country>>,
    /// First name of the primary contact.
    pub primary_contact_first_name: Option<ContactName>,
    /// Last name of the primary contact.
    pub primary_contact_last_name: Option<ContactName>,
}

/// Changes to the details of a company. Absent fields stay unchanged.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessInfoUpdate {
    /// Registered name.
    pub legal_name: Option<Name>,
    /// Trading name.
    pub doing_business_as: Option<Name>,
    /// Country of registration.
    pub country: Option<Country>,
    /// Number in the company register.
    pub registration_number: Option<Name>,
    /// Date of incorporation.
    pub incorporated_on: Option<Date>,
    /// Legal form.
    pub entity_type: Option<EntityType>,
    /// Tax identification number in the country of registration.
    pub tax_id: Option<Name>,
    /// Countries in which the company does business.
    #[schemars(length(max = 256))]
    pub countries_of_operation: Option<Vec<Country>>,
    /// Industry of the company.
    pub business_type: Option<BusinessType>,
    /// Purpose of the account.
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// Source of funds, as free text.
    pub source_of_funds: Option<Text>,
    /// Expected number of transactions per month.
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    /// Expected transaction volume per month.
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    /// Countries of expected recipients.
    #[schemars(length(max = 256))]
    pub expected_recipient_jurisdictions: Option<Vec<Country>>,
    /// NAICS code of the industry.
    pub naics_code: Option<NaicsCode>,
    /// Sources of funds.
    #[schemars(length(max = 64))]
    pub source_of_funds_categories: Option<Vec<SourceOfFunds>>,
    /// Description of the choice `OTHER` in `sourceOfFundsCategories`; required with that choice, refused
    /// without it.
    pub source_of_funds_other_description: Option<OtherDescription>,
    /// Description of the choice `OTHER` in `purposeOfAccount`; required with that choice, refused without
    /// it.
    pub purpose_of_account_other_description: Option<OtherDescription>,
    /// Countries of expected counterparties.
    #[schemars(length(max = 256))]
    pub expected_counterparty_countries: Option<Vec<Country>>,
    /// First name of the primary contact.
    pub primary_contact_first_name: Option<ContactName>,
    /// Last name of the primary contact.
    pub primary_contact_last_name: Option<ContactName>,
}

/// The details of a company.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessInfoView {
    /// Registered name.
    pub legal_name: Name,
    /// Trading name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doing_business_as: Option<Name>,
    /// Country of registration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<Country>,
    /// Number in the company register.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_number: Option<Name>,
    /// Date of incorporation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incorporated_on: Option<Date>,
    /// Legal form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// Tax identification number in the country of registration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_id: Option<Name>,
    /// Countries in which the company does business.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub countries_of_operation: Option<Vec<Country>>,
    /// Industry of the company.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_type: Option<BusinessType>,
    /// Purpose of the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account: Option<PurposeOfAccount>,
    /// Source of funds, as free text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds: Option<Text>,
    /// Expected number of transactions per month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_count: Option<ExpectedMonthlyTransactionCount>,
    /// Expected transaction volume per month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_monthly_transaction_volume: Option<ExpectedMonthlyTransactionVolume>,
    /// Countries of expected recipients.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_recipient_jurisdictions: Option<Vec<Country>>,
    /// NAICS code of the industry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub naics_code: Option<NaicsCode>,
    /// Sources of funds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_categories: Option<Vec<SourceOfFunds>>,
    /// Description of the choice `OTHER` in `sourceOfFundsCategories`; required with that choice, refused
    /// without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_of_funds_other_description: Option<OtherDescription>,
    /// Description of the choice `OTHER` in `purposeOfAccount`; required with that choice, refused without
    /// it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_account_other_description: Option<OtherDescription>,
    /// Countries of expected counterparties.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_counterparty_countries: Option<Vec<Country>>,
    /// First name of the primary contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_contact_first_name: Option<ContactName>,
    /// Last name of the primary contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_contact_last_name: Option<ContactName>,
}
