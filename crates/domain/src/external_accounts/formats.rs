//! The formats of addresses and keys, required in both environments (money 1.7, 4.3). Check digits are
//! verified elsewhere, and not in sandbox.

use causeway_vocabulary::letters::is_email;
use causeway_vocabulary::rails::WithdrawalNetwork;

use super::lightning::{is_lightning_address, looks_like_invoice, offer_in_one_piece};
use crate::named::named;

const BASE58: &str = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32: &str = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
/// The number of characters at the end that choose a scenario in sandbox. They may be digits that the
/// alphabet lacks.
const SUFFIX: usize = 3;

named! {
    /// The format of an address.
    pub enum Format {
        /// `spark1` and bech32, in lower or upper case.
        SparkAddress = "SPARK_ADDRESS",
        /// 32 to 44 characters of base 58.
        SolanaAddress = "SOLANA_ADDRESS",
        /// `0x` and 40 hexadecimal digits.
        EvmAddress = "EVM_ADDRESS",
        /// 34 characters of base 58, the first a `T`.
        TronAddress = "TRON_ADDRESS",
        /// `ln`, a currency, optionally an amount, and bech32.
        LightningInvoice = "LIGHTNING_INVOICE",
        /// `lno1` and bech32, in one or several pieces.
        LightningOffer = "LIGHTNING_OFFER",
        /// `name@host` by the rules of LUD-16.
        LightningAddress = "LIGHTNING_ADDRESS",
        /// `bc1` and bech32, or 26 to 35 characters of base 58, the first a `1` or a `3`. Test networks are
        /// accepted too.
        BitcoinAddress = "BITCOIN_ADDRESS",
    }
}

/// Returns the formats of receivers on a network.
#[must_use]
pub const fn receivers_on(network: WithdrawalNetwork) -> &'static [Format] {
    match network {
        WithdrawalNetwork::Bitcoin => &[Format::BitcoinAddress],
        WithdrawalNetwork::Lightning => {
            &[Format::LightningInvoice, Format::LightningOffer, Format::LightningAddress]
        }
        WithdrawalNetwork::Ethereum
        | WithdrawalNetwork::Base
        | WithdrawalNetwork::Polygon
        | WithdrawalNetwork::Plasma => &[Format::EvmAddress],
        WithdrawalNetwork::Solana => &[Format::SolanaAddress],
        WithdrawalNetwork::Tron => &[Format::TronAddress],
        WithdrawalNetwork::Spark => &[Format::SparkAddress],
    }
}

impl Format {
    /// Returns `true` if the text has this format.
    #[must_use]
    pub fn fits(self, text: &str) -> bool {
        match self {
            Self::SparkAddress => {
                let data = text.to_ascii_lowercase().strip_prefix("spark1").map(str::to_owned);
                data.is_some_and(|data| data.len() >= 12 && is_spelled_in(BECH32, &data))
            }
            Self::SolanaAddress => (32..=44).contains(&text.len()) && is_spelled_in(BASE58, text),
            Self::EvmAddress => text.strip_prefix("0x").is_some_and(|digits| {
                digits.len() == 40 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
            }),
            Self::TronAddress => text.len() == 34 && text.starts_with('T') && is_spelled_in(BASE58, text),
            Self::LightningInvoice => looks_like_invoice(text),
            Self::LightningOffer => offer_in_one_piece(text).is_some(),
            Self::LightningAddress => is_lightning_address(text),
            Self::BitcoinAddress => is_segwit(text) || is_base58_bitcoin(text),
        }
    }

    /// Returns the error message for a text of another format.
    #[must_use]
    pub const fn expectation(self) -> &'static str {
        match self {
            Self::SparkAddress => "must be a Spark address, which begins with spark1",
            Self::SolanaAddress => "must be a Solana address: 32 bytes in base 58",
            Self::EvmAddress => "must be 0x and 40 hexadecimal digits",
            Self::TronAddress => "must be a Tron address: 34 characters of base 58, the first a T",
            Self::LightningInvoice => "must be a Lightning invoice, which begins with lnbc",
            Self::LightningOffer => "must be a BOLT 12 offer, which begins with lno1, in bech32 of one case",
            Self::LightningAddress => {
                "must be a Lightning address: letters, digits, -, _, . and +tag, then @ and a host, such as name@example.com"
            }
            Self::BitcoinAddress => "must be a Bitcoin address: bech32 that begins with bc1, or base 58",
        }
    }
}

fn is_spelled_in(alphabet: &str, text: &str) -> bool {
    let Some((body, end)) = text.len().checked_sub(SUFFIX).and_then(|at| text.split_at_checked(at)) else {
        return false;
    };
    body.chars().all(|c| alphabet.contains(c))
        && end.chars().all(|c| alphabet.contains(c) || c.is_ascii_digit())
}

/// Checks for a segwit address of the main network, or of a test network, which the sandbox uses for its own
/// addresses.
fn is_segwit(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let data = ["bc1", "tb1", "bcrt1"].iter().find_map(|prefix| lower.strip_prefix(prefix));
    data.is_some_and(|data| (11..=71).contains(&data.len()) && is_spelled_in(BECH32, data))
}

fn is_base58_bitcoin(text: &str) -> bool {
    (26..=35).contains(&text.len()) && text.starts_with(['1', '3']) && is_spelled_in(BASE58, text)
}

/// Returns `true` for an e-mail address of ASCII letters, as in keys and Lightning addresses.
pub(super) fn is_ascii_email(text: &str) -> bool {
    text.is_ascii() && is_email(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_match_the_format_of_their_chain() {
        for (format, fitting) in [
            (Format::SparkAddress, "spark1pgss8fw3zyytsd9jx3yqqmg7djm8t4yrsgqqsyqcyq5rq002"),
            (Format::SparkAddress, "SPARK1PGSS8FW3ZYYTSD9JX3YQQMG7DJM8T4YRSGQQSYQCYQ5RQ102"),
            (Format::SolanaAddress, "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyT002"),
            (Format::EvmAddress, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Be002"),
            (Format::TronAddress, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL002"),
            (
                Format::LightningInvoice,
                "lnbc15u1p3xnhl2pp5jptserfk3zk4qy42tlucycrfwxhydvlemu9pqr93tuzlv9cc7g3s",
            ),
            (Format::LightningOffer, "lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7"),
            (Format::LightningAddress, "user002@wallet.example.com"),
            (Format::BitcoinAddress, "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"),
            (Format::BitcoinAddress, "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7k0h2k002"),
            (Format::BitcoinAddress, "3J98t1WpEZ73CNmQviecrnyiWr"),
        ] {
            assert!(format.fits(fitting), "{fitting}");
            for other in Format::ALL.iter().filter(|other| **other != format) {
                // Both are base 58 of a fitting length; only the check digits distinguish them.
                let is_alike = (format, *other) == (Format::TronAddress, Format::SolanaAddress);
                assert_eq!(other.fits(fitting), is_alike, "{other} {fitting}");
            }
        }
    }

    #[test]
    fn other_texts_are_not_addresses() {
        let texts = ["", "invalid_address", "spark1", "0x12", "@", "a@b", "a@b..c", "añ", "ñññ", "lnbc", "T"];
        for (format, text) in Format::ALL.iter().flat_map(|format| texts.map(|text| (format, text))) {
            assert!(!format.fits(text), "{format} {text}");
        }
    }
}
