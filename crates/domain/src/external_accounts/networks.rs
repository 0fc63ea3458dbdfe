//! Chains on which payments arrive (money 10.1).

use crate::named::named;

named! {
    /// A chain, as `onChainTransaction` names it.
    pub enum CryptoNetwork {
        /// Bitcoin.
        Bitcoin = "BITCOIN",
        /// Ethereum.
        Ethereum = "ETHEREUM",
        /// Solana.
        Solana = "SOLANA",
        /// Base.
        Base = "BASE",
        /// Polygon.
        Polygon = "POLYGON",
        /// Tron.
        Tron = "TRON",
        /// Plasma.
        Plasma = "PLASMA",
        /// Spark.
        Spark = "SPARK",
    }
}

impl CryptoNetwork {
    /// The chain of a wallet of this account type; none for what is no wallet on a chain.
    #[must_use]
    pub fn of_account_type(account_type: &str) -> Option<Self> {
        account_type.strip_suffix("_WALLET")?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wallets_have_the_chain_that_their_type_names() {
        assert_eq!(CryptoNetwork::of_account_type("BASE_WALLET"), Some(CryptoNetwork::Base));
        assert_eq!(CryptoNetwork::of_account_type("LIGHTNING"), None);
        assert_eq!(CryptoNetwork::of_account_type("USD_ACCOUNT"), None);
    }
}
