//! The platform's configuration (customers 1).

pub use causeway_vocabulary::platform::{CustomerInfoField, FeeType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Bps, CurrencyCode, DateTime, Email, MinorUnits, Name, PlatformConfigId, ReadOnly, text};
use crate::transactions::TransactionType;

text::texts! {
    /// A host name under which the platform's UMA addresses live; empty removes it (customers 1.2).
    UmaDomain { "maxLength": 253 }

    /// Where events are sent; empty removes it (conventions 11.1).
    WebhookEndpoint { "maxLength": 2048 }

    /// Where a logo is fetched from.
    LogoUrl { "format": "uri", "maxLength": 512 }

    /// Where a logo is fetched from, over TLS only.
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
    /// Its id.
    pub id: PlatformConfigId,
    /// The host name of the platform's UMA addresses, if it has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uma_domain: Option<UmaDomain>,
    /// The label under which addresses are served where the platform has no domain of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proxy_uma_subdomain: Option<Name>,
    /// Where events are sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook_endpoint: Option<WebhookEndpoint>,
    /// The currencies that customers can hold, send and receive.
    pub supported_currencies: Vec<SupportedCurrency>,
    /// Whether the platform verifies its customers itself.
    pub is_regulated_financial_institution: bool,
    /// How wallets write to end users; absent until it is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedded_wallet_config: Option<EmbeddedWalletConfig>,
    /// How card provisioning writes to end users; absent until it is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "cardTokenization2faConfig")]
    pub card_tokenization_2fa_config: Option<CardTokenization2FaConfig>,
    /// The platform's active standing fees.
    pub fee_configs: Vec<FeeConfig>,
    /// When the platform was created.
    pub created_at: DateTime,
    /// When the configuration last changed.
    pub updated_at: DateTime,
}

/// What to change in the platform's configuration.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformConfigUpdateRequest {
    /// Changes the domain of every customer's UMA address.
    pub uma_domain: Option<UmaDomain>,
    /// A new value is tried at once with a `TEST` event.
    pub webhook_endpoint: Option<WebhookEndpoint>,
    /// Replaces the whole list.
    #[schemars(length(min = 1, max = 256))]
    pub supported_currencies: Option<Vec<SupportedCurrencySetting>>,
    /// Merged field by field.
    pub embedded_wallet_config: Option<EmbeddedWalletConfig>,
    /// Merged field by field.
    #[serde(rename = "cardTokenization2faConfig")]
    pub card_tokenization_2fa_config: Option<CardTokenization2FaConfig>,
    /// Adds and replaces fees, by kind and source currency; others stay. Both parts 0 removes one.
    #[schemars(length(max = 256))]
    pub fee_configs: Option<Vec<FeeConfig>>,
}

/// A currency of the platform.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportedCurrency {
    /// Which currency.
    pub currency_code: CurrencyCode,
    /// The least that one payment may send, in its smallest unit.
    pub min_amount: MinorUnits,
    /// The most that one payment may send, in its smallest unit.
    pub max_amount: MinorUnits,
    /// What the platform wants to know about counterparties.
    pub required_counterparty_fields: Vec<CounterpartyField>,
    /// What the currency's partner wants to know about customers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_required_customer_fields: Option<Vec<CustomerInfoField>>,
    /// What the currency's partner wants to know about counterparties.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_required_counterparty_customer_fields: Option<Vec<CustomerInfoField>>,
    /// What the currency may be used for; nothing means that it is only held.
    pub enabled_transaction_types: Vec<TransactionType>,
}

/// How a currency of the platform is to be used.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportedCurrencySetting {
    /// Which currency.
    pub currency_code: CurrencyCode,
    /// The least that one payment may send, in its smallest unit.
    pub min_amount: MinorUnits,
    /// The most that one payment may send, in its smallest unit.
    pub max_amount: MinorUnits,
    /// What the platform wants to know about counterparties.
    #[schemars(length(max = 64))]
    pub required_counterparty_fields: Vec<CounterpartyField>,
    /// Set by the service.
    #[serde(default)]
    pub provider_required_customer_fields: ReadOnly<Vec<CustomerInfoField>>,
    /// Set by the service.
    #[serde(default)]
    pub provider_required_counterparty_customer_fields: ReadOnly<Vec<CustomerInfoField>>,
    /// What the currency may be used for; nothing means that it is only held.
    #[schemars(length(max = 16))]
    pub enabled_transaction_types: Vec<TransactionType>,
}

/// A fact that is wanted about a counterparty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CounterpartyField {
    /// Which fact.
    pub name: CustomerInfoField,
    /// Whether a payment without it is refused.
    pub mandatory: bool,
}

/// A standing fee that the platform takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeeConfig {
    /// What the fee is taken for.
    pub fee_type: FeeType,
    /// The sending currency that it applies to.
    pub source_currency: CurrencyCode,
    /// The part that grows with the amount.
    pub variable_fee_bps: Bps,
    /// The part that does not.
    pub fixed_fee: FixedFee,
}

/// A fixed fee.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FixedFee {
    /// In the smallest unit of its currency.
    pub amount: MinorUnits,
    /// Must be the sending currency.
    pub currency: CurrencyCode,
}

/// How wallets write to end users (customers 1.2).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmbeddedWalletConfig {
    /// The name shown to end users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app_name: Option<Name>,
    /// How long one-time codes are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 4, max = 12))]
    pub otp_length: Option<u8>,
    /// Whether one-time codes may hold letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alphanumeric: Option<bool>,
    /// How long one-time codes are valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 86_400))]
    pub expiration_seconds: Option<u32>,
    /// The sender of mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_from_email_address: Option<Email>,
    /// The name beside the sender.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_from_email_sender_name: Option<Name>,
    /// Where answers to mail go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_to_email_address: Option<Email>,
    /// The logo in mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<LogoUrl>,
}

/// How card provisioning writes to end users (customers 1.2).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardTokenization2FaConfig {
    /// The name shown to end users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<Name>,
    /// The logo in mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<SecureLogoUrl>,
    /// Mail with a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<CardTokenizationEmail>,
    /// Text messages with a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sms: Option<CardTokenizationSms>,
}

/// How a code is sent by mail.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardTokenizationEmail {
    /// The sender.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_address: Option<Email>,
    /// The name beside the sender.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_name: Option<Name>,
    /// Where answers go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_to_address: Option<Email>,
    /// The subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<Name>,
    /// The text around the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 2000))]
    pub body_text: Option<String>,
}

/// How a code is sent by text message.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardTokenizationSms {
    /// The message template at the gateway.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64))]
    pub template_sid: Option<String>,
    /// The text around the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 480))]
    pub body_text: Option<String>,
}
