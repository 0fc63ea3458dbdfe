//! Settlement layers that a receiver offers and a sender chooses (uma 5.2, 6.1, 7).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::amounts::Multiplier;
use crate::currency::WireCurrencyCode;

/// A settlement layer that a receiver offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SettlementOption {
    pub settlement_layer: String,
    pub assets: Vec<SettlementAsset>,
}

/// An asset of a settlement layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettlementAsset {
    pub identifier: String,
    /// Units of the asset per smallest unit of each currency.
    pub multipliers: BTreeMap<WireCurrencyCode, Multiplier>,
}

/// The layer and the asset that a sender chose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SettlementChoice {
    pub layer: String,
    pub asset_identifier: String,
}

impl SettlementChoice {
    /// The layer of offers without a list.
    pub const LIGHTNING: &'static str = "ln";
    /// The asset of offers without a list.
    pub const BITCOIN: &'static str = "BTC";

    /// Returns the offered asset of this choice, or `None` if it is not offered.
    #[must_use]
    pub fn asset_in<'a>(&self, options: &'a [SettlementOption]) -> Option<&'a SettlementAsset> {
        let layer = options.iter().filter(|option| option.settlement_layer == self.layer);
        layer.flat_map(|option| &option.assets).find(|asset| asset.identifier == self.asset_identifier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_found_in_the_offer() {
        let text = r#"[{"settlementLayer":"spark","assets":[{"identifier":"USDB","multipliers":{"USD":10000,"EUR":1.1}}]}]"#;
        let options: Vec<SettlementOption> = serde_json::from_str(text).unwrap();
        assert_eq!(
            serde_json::to_string(&options).unwrap(),
            text.replace(r#""USD":10000,"EUR":1.1"#, r#""EUR":1.1,"USD":10000"#)
        );
        let choice = |layer: &str, asset: &str| SettlementChoice {
            layer: layer.into(),
            asset_identifier: asset.into(),
        };
        let usd = WireCurrencyCode::parse("USD").unwrap();
        let asset = choice("spark", "USDB").asset_in(&options).unwrap();
        assert_eq!(asset.multipliers[&usd].to_string(), "10000");
        assert_eq!(choice("ln", "USDB").asset_in(&options), None);
        assert_eq!(choice("spark", "BTC").asset_in(&options), None);
    }
}
