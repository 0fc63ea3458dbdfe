//! The platform's configuration (customers 1).

pub use causeway_vocabulary::platforms::{CustomerInfoField, FeeType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Bps, CurrencyCode, DateTime, Email, MinorUnits, Name, PlatformConfigId, ReadOnly, text};
use crate::transactions::TransactionType;

text::texts! {
    /// The host name of the platform's UMA addresses. An empty text removes it (customers 1.2).
    UmaDomain { "maxLength": 253 }

    /// The URL that receives webhook events. An empty text removes it (conventions 11.1).
    WebhookEndpoint { "maxLength": 2048 }

    /// The URL of a logo.
    LogoUrl { "format": "uri", "maxLength": 512 }

    /// The URL of a logo, with `https` only.
    SecureLogoUrl {
        "format": "uri",
        "pattern": "^https://",
        "maxLength": 512,
        "x-error-message": "must begin with https://",
    }
}

/// The platform's configuration.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformConfig {
    /// Configuration id, `PlatformConfig:<uuid>`.
    pub id: PlatformConfigId,
    /// Host name of the platform's UMA addresses; absent if the platform has no domain of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uma_domain: Option<UmaDomain>,
    /// Subdomain of UMA addresses while the platform has no domain of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proxy_uma_subdomain: Option<Name>,
    /// URL that receives webhook events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook_endpoint: Option<WebhookEndpoint>,
    /// Currencies that customers can hold, send and receive.
    pub supported_currencies: Vec<SupportedCurrency>,
    /// `true` if the platform verifies its customers itself.
    pub is_regulated_financial_institution: bool,
    /// Settings for the messages of wallets to end users; absent until first set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedded_wallet_config: Option<EmbeddedWalletConfig>,
    /// Settings for the messages of card provisioning to end users; absent until first set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "cardTokenization2faConfig")]
    pub card_tokenization_2fa_config: Option<CardTokenization2FaConfig>,
    /// The platform's active standing fees.
    pub fee_configs: Vec<FeeConfig>,
    /// Time at which the platform was created (UTC).
    pub created_at: DateTime,
    /// Time of the last change of the configuration (UTC).
    pub updated_at: DateTime,
}

/// Changes to the platform's configuration. Absent fields stay unchanged.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformConfigUpdateRequest {
    /// New host name of UMA addresses. It changes the UMA address of every customer.
    pub uma_domain: Option<UmaDomain>,
    /// New URL for webhook events. A changed value is tested at once with a `TEST` event.
    pub webhook_endpoint: Option<WebhookEndpoint>,
    /// Supported currencies; replaces the whole list.
    #[schemars(length(min = 1, max = 256))]
    pub supported_currencies: Option<Vec<SupportedCurrencySetting>>,
    /// Settings for the messages of wallets, merged field by field.
    pub embedded_wallet_config: Option<EmbeddedWalletConfig>,
    /// Settings for the messages of card provisioning, merged field by field.
    #[serde(rename = "cardTokenization2faConfig")]
    pub card_tokenization_2fa_config: Option<CardTokenization2FaConfig>,
    /// Standing fees to add or replace, by kind and source currency; others stay. A fee with both parts 0 is
    /// removed.
    #[schemars(length(max = 256))]
    pub fee_configs: Option<Vec<FeeConfig>>,
}

/// A currency that the platform supports.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportedCurrency {
    /// Code of the currency.
    pub currency_code: CurrencyCode,
    /// Minimum amount that a payment can send, in the smallest unit of the currency.
    pub min_amount: MinorUnits,
    /// Maximum amount that a payment can send, in the smallest unit of the currency.
    pub max_amount: MinorUnits,
    /// Data that the platform requests about counterparties.
    pub required_counterparty_fields: Vec<CounterpartyField>,
    /// Data that the currency's provider requires about customers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_required_customer_fields: Option<Vec<CustomerInfoField>>,
    /// Data that the currency's provider requires about counterparties.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_required_counterparty_customer_fields: Option<Vec<CustomerInfoField>>,
    /// Directions of payments for which the currency is enabled. With an empty list, the currency can only be
    /// held.
    pub enabled_transaction_types: Vec<TransactionType>,
}

/// The settings of a currency that the platform supports.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportedCurrencySetting {
    /// Code of the currency.
    pub currency_code: CurrencyCode,
    /// Minimum amount that a payment can send, in the smallest unit of the currency.
    pub min_amount: MinorUnits,
    /// Maximum amount that a payment can send, in the smallest unit of the currency.
    pub max_amount: MinorUnits,
    /// Data that the platform requests about counterparties.
    #[schemars(length(max = 64))]
    pub required_counterparty_fields: Vec<CounterpartyField>,
    /// Set by the service; ignored in requests.
    #[serde(default)]
    pub provider_required_customer_fields: ReadOnly<Vec<CustomerInfoField>>,
    /// Set by the service; ignored in requests.
    #[serde(default)]
    pub provider_required_counterparty_customer_fields: ReadOnly<Vec<CustomerInfoField>>,
    /// Directions of payments for which the currency is enabled. With an empty list, the currency can only be
    /// held.
    #[schemars(length(max = 16))]
    pub enabled_transaction_types: Vec<TransactionType>,
}

/// A piece of data that is requested about a counterparty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CounterpartyField {
    /// Name of the requested data.
    pub name: CustomerInfoField,
    /// `true` to refuse payments without it.
    pub mandatory: bool,
}

/// One of the platform's standing fees.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeeConfig {
    /// Kind of payment for which the fee is charged.
    pub fee_type: FeeType,
    /// Sending currency to which the fee applies.
    pub source_currency: CurrencyCode,
    /// Variable part, in basis points.
    pub variable_fee_bps: Bps,
    /// Fixed part.
    pub fixed_fee: FixedFee,
}

/// A fixed fee.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FixedFee {
    /// Amount in the smallest unit of the currency.
    pub amount: MinorUnits,
    /// Currency of the amount; must be the sending currency.
    pub currency: CurrencyCode,
}

/// Settings for the messages of wallets to end users (customers 1.2).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmbeddedWalletConfig {
    /// Name shown to end users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app_name: Option<Name>,
    /// Length of one-time codes; 6 if not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 4, max = 12))]
    pub otp_length: Option<u8>,
    /// `true` if one-time codes can contain letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alphanumeric: Option<bool>,
    /// Validity of one-time codes, in seconds; 300 if not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 86_400))]
    pub expiration_seconds: Option<u32>,
    /// Sender address of e-mails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_from_email_address: Option<Email>,
    /// Display name of the sender of e-mails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_from_email_sender_name: Option<Name>,
    /// Reply-to address of e-mails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_to_email_address: Option<Email>,
    /// URL of the logo in e-mails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<LogoUrl>,
}

/// Settings for the messages of card provisioning to end users (customers 1.2).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardTokenization2FaConfig {
    /// Name shown to end users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<Name>,
    /// URL of the logo in e-mails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<SecureLogoUrl>,
    /// Settings for e-mails with a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<CardTokenizationEmail>,
    /// Settings for text messages with a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sms: Option<CardTokenizationSms>,
}

/// Settings for e-mails with a code.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardTokenizationEmail {
    /// Sender address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_address: Option<Email>,
    /// Display name of the sender.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_name: Option<Name>,
    /// Reply-to address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_to_address: Option<Email>,
    /// Subject line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<Name>,
    /// Text around the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 2000))]
    pub body_text: Option<String>,
}

/// Settings for text messages with a code.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardTokenizationSms {
    /// Identifier of the message template at the gateway.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64))]
    pub template_sid: Option<String>,
    /// Text around the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 480))]
    pub body_text: Option<String>,
}
