//! Chains on which payments arrive (money 10.1).

pub use causeway_vocabulary::rails::CryptoNetwork;

/// Returns the chain of a wallet of this account type, or `None` if the type is not a wallet on a chain.
#[must_use]
pub fn network_of(account_type: &str) -> Option<CryptoNetwork> {
    account_type.strip_suffix("_WALLET")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wallets_have_the_chain_that_their_type_names() {
        assert_eq!(network_of("BASE_WALLET"), Some(CryptoNetwork::Base));
        assert_eq!(network_of("LIGHTNING"), None);
        assert_eq!(network_of("USD_ACCOUNT"), None);
    }
}
