//! Funding of quotes: the rails and networks (money 8.2 check 7, 8.4).

use crate::currency::{self, CurrencyKind};
use crate::external_accounts::{CryptoNetwork, PaymentRail};
use crate::money::CurrencyCode;
use crate::named::named;

named! {
    /// A network over which crypto is paid in.
    pub enum FundingNetwork {
        Bitcoin = "BITCOIN",
        /// Lightning, which is not a chain.
        Lightning = "LIGHTNING",
        Spark = "SPARK",
        Solana = "SOLANA",
        Ethereum = "ETHEREUM",
        Base = "BASE",
        Polygon = "POLYGON",
        Tron = "TRON",
        Plasma = "PLASMA",
    }
}

/// The options for funding a quote. Payment over any one of them suffices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FundingOptions {
    /// The instant rails of the currency.
    Bank(&'static [PaymentRail]),
    Networks(Vec<FundingNetwork>),
}

/// The reason why a quote cannot be funded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FundingRefused {
    /// The currency has no instant rail.
    NoInstantRail,
    /// The request must name the network of a stablecoin.
    NetworkMissing,
    /// The network does not carry this currency.
    NetworkNotOffered,
}

impl FundingNetwork {
    /// Returns the chain, or `None` if the network is Lightning.
    #[must_use]
    pub const fn chain(self) -> Option<CryptoNetwork> {
        Some(match self {
            Self::Bitcoin => CryptoNetwork::Bitcoin,
            Self::Lightning => return None,
            Self::Spark => CryptoNetwork::Spark,
            Self::Solana => CryptoNetwork::Solana,
            Self::Ethereum => CryptoNetwork::Ethereum,
            Self::Base => CryptoNetwork::Base,
            Self::Polygon => CryptoNetwork::Polygon,
            Self::Tron => CryptoNetwork::Tron,
            Self::Plasma => CryptoNetwork::Plasma,
        })
    }
}

/// Returns the instant rails for paying in this currency, or `None` if it has none. Empty for Brazil,
/// Colombia and Argentina: their payers get a code or a page instead of a rail.
#[must_use]
pub fn funding_rails(currency: CurrencyCode) -> Option<&'static [PaymentRail]> {
    Some(match currency.as_str() {
        "USD" => &[PaymentRail::Rtp, PaymentRail::Fednow],
        "EUR" | "DKK" => &[PaymentRail::SepaInstant],
        "GBP" => &[PaymentRail::FasterPayments],
        "MXN" => &[PaymentRail::Spei],
        "INR" => &[PaymentRail::Upi],
        "SGD" => &[PaymentRail::Fast],
        "BRL" | "COP" | "ARS" => &[],
        _ => return None,
    })
}

/// Returns the networks that carry this asset. Those that are offered by default come first.
#[must_use]
pub fn funding_networks(currency: CurrencyCode) -> &'static [FundingNetwork] {
    use FundingNetwork::{Base, Bitcoin, Ethereum, Lightning, Plasma, Polygon, Solana, Spark, Tron};
    match currency.as_str() {
        "BTC" => &[Spark, Lightning, Bitcoin],
        "USDC" => &[Solana, Base, Polygon, Ethereum],
        "USDT" => &[Tron, Ethereum, Plasma, Solana],
        "USDB" => &[Spark],
        _ => &[],
    }
}

/// Returns the funding options of a quote, for the network that its request names, if any.
///
/// # Errors
/// [`FundingRefused`] if there is no option.
pub fn funding_options(
    currency: CurrencyCode,
    network: Option<&str>,
) -> Result<FundingOptions, FundingRefused> {
    let kind = currency::find(currency).map(|info| info.kind);
    let requested_network =
        network.map(|name| name.parse().map_err(|_| FundingRefused::NetworkNotOffered)).transpose()?;
    match (kind, requested_network) {
        (Some(CurrencyKind::Crypto | CurrencyKind::Stablecoin), Some(requested_network)) => {
            let is_offered = funding_networks(currency).contains(&requested_network);
            if is_offered {
                Ok(FundingOptions::Networks(vec![requested_network]))
            } else {
                Err(FundingRefused::NetworkNotOffered)
            }
        }
        // An invoice and an address are available at once. A transfer on the Bitcoin chain takes longer than
        // a quote is valid.
        (Some(CurrencyKind::Crypto), None) => {
            Ok(FundingOptions::Networks(vec![FundingNetwork::Spark, FundingNetwork::Lightning]))
        }
        (Some(CurrencyKind::Stablecoin), None) => Err(FundingRefused::NetworkMissing),
        (Some(CurrencyKind::Fiat) | None, Some(_)) => Err(FundingRefused::NetworkNotOffered),
        (Some(CurrencyKind::Fiat) | None, None) => {
            funding_rails(currency).map(FundingOptions::Bank).ok_or(FundingRefused::NoInstantRail)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(currency: &str, network: Option<&str>) -> Result<FundingOptions, FundingRefused> {
        funding_options(currency.parse().unwrap(), network)
    }

    #[test]
    fn fiat_is_paid_in_by_its_instant_rails_alone() {
        assert_eq!(options("USD", None), Ok(FundingOptions::Bank(&[PaymentRail::Rtp, PaymentRail::Fednow])));
        assert_eq!(options("BRL", None), Ok(FundingOptions::Bank(&[])));
        for slow in ["NGN", "KES", "PHP", "HKD", "CAD"] {
            assert_eq!(options(slow, None), Err(FundingRefused::NoInstantRail), "{slow}");
        }
        assert_eq!(options("USD", Some("SOLANA")), Err(FundingRefused::NetworkNotOffered));
    }

    #[test]
    fn tokens_are_paid_in_over_the_named_network() {
        let over_network = |network| Ok(FundingOptions::Networks(vec![network]));
        assert_eq!(options("USDC", Some("SOLANA")), over_network(FundingNetwork::Solana));
        assert_eq!(options("USDC", None), Err(FundingRefused::NetworkMissing));
        assert_eq!(options("USDC", Some("TRON")), Err(FundingRefused::NetworkNotOffered));
        assert_eq!(options("USDC", Some("solana")), Err(FundingRefused::NetworkNotOffered));
        assert_eq!(options("USDB", Some("SPARK")), over_network(FundingNetwork::Spark));
        assert_eq!(options("BTC", Some("BITCOIN")), over_network(FundingNetwork::Bitcoin));
        let both = vec![FundingNetwork::Spark, FundingNetwork::Lightning];
        assert_eq!(options("BTC", None), Ok(FundingOptions::Networks(both)));
    }

    #[test]
    fn every_network_but_lightning_is_a_chain() {
        for network in FundingNetwork::ALL {
            let name = network.chain().map_or("LIGHTNING", CryptoNetwork::as_str);
            assert_eq!(name, network.as_str());
        }
    }
}
