//! Network fees for crypto assets (money 7.3). Estimates and charges are the same.

use causeway_vocabulary::rails::WithdrawalNetwork;

use super::fees::Fees;
use crate::money::{CurrencyCode, MAX_AMOUNT};

/// The fee of a network for one transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkFee {
    /// The asset that the fee is paid in.
    pub asset: &'static str,
    /// In the smallest unit of that asset.
    pub amount: i64,
    /// The same fee, in the smallest unit of the transferred asset.
    pub converted: i64,
}

/// The networks, with the assets that they carry and their fees.
const NETWORKS: &[(WithdrawalNetwork, &[CurrencyCode], NetworkFee)] = &[
    (WithdrawalNetwork::Solana, STABLECOINS, fee("SOL", 5_000, 5_000)),
    (WithdrawalNetwork::Base, USDC, fee("ETH", 1_000_000_000_000, 2_500)),
    (WithdrawalNetwork::Polygon, USDC, fee("POL", 3_000_000_000_000_000, 1_500)),
    (WithdrawalNetwork::Ethereum, STABLECOINS, fee("ETH", 500_000_000_000_000, 1_250_000)),
    (WithdrawalNetwork::Tron, USDT, fee("TRX", 13_000_000, 2_000_000)),
    (WithdrawalNetwork::Plasma, USDT, fee("XPL", 0, 0)),
    (WithdrawalNetwork::Spark, &[CurrencyCode::BTC, CurrencyCode::USDB], fee("BTC", 0, 0)),
    (WithdrawalNetwork::Lightning, BITCOIN, fee("BTC", 10, 10)),
    (WithdrawalNetwork::Bitcoin, BITCOIN, fee("BTC", 2_000, 2_000)),
];

const STABLECOINS: &[CurrencyCode] = &[CurrencyCode::USDC, CurrencyCode::USDT];
const USDC: &[CurrencyCode] = &[CurrencyCode::USDC];
const USDT: &[CurrencyCode] = &[CurrencyCode::USDT];
const BITCOIN: &[CurrencyCode] = &[CurrencyCode::BTC];

const fn fee(asset: &'static str, amount: i64, converted: i64) -> NetworkFee {
    NetworkFee { asset, amount, converted }
}

/// Returns the network's fee for a transfer of this asset, or `None` if the network does not carry it.
#[must_use]
pub fn network_fee(network: WithdrawalNetwork, carried: CurrencyCode) -> Option<NetworkFee> {
    let (_, assets, fee) = NETWORKS.iter().find(|(listed, ..)| *listed == network)?;
    assets.contains(&carried).then_some(*fee)
}

/// Returns the fee of the network that leads to an account of this type and currency, or `None` for banks and
/// mobile money, which have no network.
#[must_use]
pub fn network_fee_to(account_type: &str, currency: CurrencyCode) -> Option<NetworkFee> {
    let network = account_type.strip_suffix("_WALLET").unwrap_or(account_type).parse().ok()?;
    network_fee(network, currency)
}

impl Fees {
    /// Returns these fees plus the fee of the network that leads to an account of this type and currency.
    /// Banks and mobile money have no network.
    #[must_use]
    pub fn over_network(self, account_type: &str, currency: CurrencyCode) -> Self {
        let fee = network_fee_to(account_type, currency).map_or(0, |fee| fee.converted);
        // A fee above the maximum amount is capped there, so that the price is refused.
        let counterparty_fixed = self.counterparty_fixed.saturating_add(fee).min(MAX_AMOUNT);
        Self { counterparty_fixed, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_fee_is_added_to_the_counterparty_fee() {
        let fees = Fees { counterparty_fixed: 7, service_fixed: 3, ..Fees::NONE };
        let fee_over_network =
            |account_type: &str, currency| fees.over_network(account_type, currency).counterparty_fixed;
        assert_eq!(fee_over_network("SOLANA_WALLET", CurrencyCode::USDC), 5_007);
        assert_eq!(fee_over_network("SPARK_WALLET", CurrencyCode::BTC), 7);
        assert_eq!(fee_over_network("LIGHTNING", CurrencyCode::BTC), 17);
        assert_eq!(fee_over_network("USD_ACCOUNT", CurrencyCode::USD), 7);
        let most = Fees { counterparty_fixed: MAX_AMOUNT, ..Fees::NONE };
        assert_eq!(most.over_network("LIGHTNING", CurrencyCode::BTC), most);
    }

    #[test]
    fn each_network_is_listed_once_with_its_currencies() {
        for network in WithdrawalNetwork::ALL {
            assert_eq!(NETWORKS.iter().filter(|(listed, ..)| listed == network).count(), 1, "{network}");
        }
        let carrying = |currency: CurrencyCode| {
            let carries = |network: &&WithdrawalNetwork| network_fee(**network, currency).is_some();
            WithdrawalNetwork::ALL.iter().filter(carries).map(|network| network.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(carrying(CurrencyCode::USDC), ["ETHEREUM", "SOLANA", "BASE", "POLYGON"]);
        assert_eq!(carrying(CurrencyCode::USDT), ["ETHEREUM", "SOLANA", "TRON", "PLASMA"]);
        assert_eq!(carrying(CurrencyCode::USDB), ["SPARK"]);
        assert_eq!(carrying(CurrencyCode::BTC), ["BITCOIN", "LIGHTNING", "SPARK"]);
        assert_eq!(carrying(CurrencyCode::USD), [""; 0]);
    }
}
