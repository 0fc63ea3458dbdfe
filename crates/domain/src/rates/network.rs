//! What chains take for carrying a payout (money 7.3).

use super::fees::Fees;
use crate::money::MAX_AMOUNT;

/// Account types that live on a chain or on Lightning, each with what its network takes: the fee of the sandbox
/// table, converted to smallest units of the asset that is paid out.
const NETWORKS: [(&str, i64); 8] = [
    ("SPARK_WALLET", 0),
    ("LIGHTNING", 10),
    ("SOLANA_WALLET", 5_000),
    ("ETHEREUM_WALLET", 1_250_000),
    ("BASE_WALLET", 2_500),
    ("POLYGON_WALLET", 1_500),
    ("PLASMA_WALLET", 0),
    ("TRON_WALLET", 2_000_000),
];

impl Fees {
    /// The same fees with those of the network that leads to an account of this type, on top of what the
    /// counterparty takes anyway. Banks and mobile money have no network.
    #[must_use]
    pub fn over_network(self, account_type: &str) -> Self {
        let network = NETWORKS.iter().find(|(on_chain, _)| *on_chain == account_type);
        let network_fee = network.map_or(0, |(_, fee)| *fee);
        // More than an amount can be is more than anybody pays: the price is refused.
        let counterparty_fixed = self.counterparty_fixed.saturating_add(network_fee).min(MAX_AMOUNT);
        Self { counterparty_fixed, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_adds_to_what_the_counterparty_takes() {
        let fees = Fees { counterparty_fixed: 7, service_fixed: 3, ..Fees::NONE };
        assert_eq!(fees.over_network("SOLANA_WALLET"), Fees { counterparty_fixed: 5_007, ..fees });
        assert_eq!(fees.over_network("SPARK_WALLET"), fees);
        assert_eq!(fees.over_network("USD_ACCOUNT"), fees);
        let most = Fees { counterparty_fixed: MAX_AMOUNT, ..Fees::NONE };
        assert_eq!(most.over_network("LIGHTNING"), most);
    }
}
