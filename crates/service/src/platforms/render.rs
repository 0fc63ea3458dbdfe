//! The platform's configuration as an API object.

use causeway_domain::customers::CustomerInfoField;
use causeway_domain::platforms::SupportedCurrency;
use causeway_domain::quotes::FeeConfig;
use causeway_store::platforms::PlatformRecord;
use causeway_wire::platforms as wire;
use causeway_wire::{Bps, MinorUnits};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::runtime::api_error::ApiError;
use crate::runtime::money::instant;
use crate::runtime::settings::{PROVIDER_REQUIRED_FIELDS, ProviderRequiredFields, REGULATED, Settings};

/// Renders the configuration of a platform with these settings.
pub(super) fn config(
    platform: &PlatformRecord,
    settings: &Settings,
) -> Result<wire::PlatformConfig, ApiError> {
    let required = settings.get(&PROVIDER_REQUIRED_FIELDS)?;
    let doc = &platform.doc;
    let currencies = doc.currencies.iter().map(|entry| currency(entry, &required));
    Ok(wire::PlatformConfig {
        id: platform.id.config(),
        uma_domain: platform.uma_domain.as_deref().map(Into::into),
        proxy_uma_subdomain: platform.proxy_uma_subdomain.as_deref().map(Into::into),
        webhook_endpoint: platform.webhook_endpoint.as_deref().map(Into::into),
        supported_currencies: currencies.collect(),
        is_regulated_financial_institution: settings.get(&REGULATED)?,
        embedded_wallet_config: stored(doc.embedded_wallet.as_ref())?,
        card_tokenization_2fa_config: stored(doc.card_tokenization.as_ref())?,
        fee_configs: doc.fee_configs.iter().map(fee_config).collect(),
        created_at: instant(platform.created_at),
        updated_at: instant(platform.updated_at),
    })
}

fn currency(entry: &SupportedCurrency, required: &ProviderRequiredFields) -> wire::SupportedCurrency {
    let required = required.get(&entry.currency);
    wire::SupportedCurrency {
        currency_code: entry.currency,
        min_amount: MinorUnits(entry.min_amount),
        max_amount: MinorUnits(entry.max_amount),
        required_counterparty_fields: entry
            .required_counterparty_fields
            .iter()
            .map(|field| wire::CounterpartyField { name: field.name, mandatory: field.mandatory })
            .collect(),
        provider_required_customer_fields: required.and_then(|fields| facts(&fields.customer)),
        provider_required_counterparty_customer_fields: required
            .and_then(|fields| facts(&fields.counterparty)),
        enabled_transaction_types: entry.transaction_types.clone(),
    }
}

/// Returns the list, or `None` if it is empty.
fn facts(fields: &[CustomerInfoField]) -> Option<Vec<CustomerInfoField>> {
    Some(fields.to_vec()).filter(|fields| !fields.is_empty())
}

fn fee_config(fee: &FeeConfig) -> wire::FeeConfig {
    wire::FeeConfig {
        fee_type: fee.fee_type,
        source_currency: fee.source_currency,
        variable_fee_bps: Bps(fee.variable.get()),
        fixed_fee: wire::FixedFee { amount: MinorUnits(fee.fixed), currency: fee.source_currency },
    }
}

fn stored<T: DeserializeOwned>(value: Option<&Value>) -> Result<Option<T>, ApiError> {
    value.map(T::deserialize).transpose().map_err(ApiError::internal)
}
