//! Answers to discoveries (uma 5.2), as stored with look-ups and with requests of senders' providers.

use std::collections::BTreeMap;

use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::LayerName;
use causeway_domain::platforms::CounterpartyField;
use causeway_domain::rates::Decimal;
use serde::{Deserialize, Serialize};

/// A currency that a receiver accepts, with the limits per payment in minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receivable {
    pub currency: CurrencyCode,
    pub minimum: i64,
    pub maximum: i64,
}

/// A settlement layer with one of its assets, as offered by the receiver's provider (uma 7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedLayer {
    pub layer: LayerName,
    /// The identifier of the asset.
    pub asset: String,
    /// Units of the layer per smallest unit of each currency.
    pub multipliers: BTreeMap<CurrencyCode, Decimal>,
}

/// The answer of this deployment to a discovery, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UmaOffer {
    pub v: u32,
    /// Currencies that the receiver accepts, in its order of preference.
    pub currencies: Vec<Receivable>,
    /// Settlement layers in order of preference. Multipliers are missing until the offer is priced.
    pub layers: Vec<OfferedLayer>,
    /// Fields about the payer that the receiver's platform requires.
    pub payer_fields: Vec<CounterpartyField>,
    /// The text that the invoice commits to, as sent.
    pub metadata: String,
    /// SHA-256 of this text and the payer's data, in hex; `None` before the pay request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description_hash: Option<String>,
}

/// The answer of a receiver's provider to the discovery of this deployment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeerOffer {
    /// The URL of the pay request.
    pub callback: String,
    /// The version of the protocol that both sides speak, such as `1.0`.
    pub version: String,
    /// Settlement layers known to this deployment, in the provider's order.
    pub layers: Vec<OfferedLayer>,
    /// Currencies known to this deployment, in the provider's order.
    pub currencies: Vec<PeerCurrency>,
    /// Fields about the payer, under the names that the provider gave.
    pub payer_fields: Vec<RawField>,
    pub subject_to_travel_rule: bool,
    /// The receiver's verification status, as sent.
    pub kyc_status: String,
    /// The text that the invoice commits to, as sent.
    pub metadata: String,
}

/// A currency that the receiver of a [`PeerOffer`] accepts, with the limits per payment in smallest units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeerCurrency {
    pub currency: CurrencyCode,
    pub decimals: u8,
    /// Millisatoshis per smallest unit.
    pub multiplier: Decimal,
    pub minimum: i64,
    pub maximum: i64,
}

/// A field about the payer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawField {
    /// The name in messages, which may be unknown to this deployment.
    pub key: String,
    /// `true` if payments without it are refused.
    pub mandatory: bool,
}
