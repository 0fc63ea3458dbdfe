//! Addresses that no key owns: money sent there is lost permanently (money 4.8).

use bech32::Bech32m;
use bech32::primitives::decode::CheckedHrpstring;
use k256::PublicKey;

use super::formats::Format;

/// The error message about such an address.
pub const UNOWNED: &str = "is an address that no key owns; money that is sent there is lost";
/// The length of a run of equal hexadecimal digits that no address of a key has: finding a key for such an
/// address takes 2^64 tries or more.
const HEXADECIMAL_ROW: usize = 20;
/// The length of such a run in Base58.
const BASE58_ROW: usize = 12;
/// The length of such a run in Bech32.
const BECH32_ROW: usize = 16;

/// Addresses of 20 bytes, in hexadecimal digits, without such a row.
///
/// Rows of zeros cover the zero address, the precompiled contracts (Ethereum's yellow paper, appendix E;
/// RIP-7212), 0x…dEaD, the contracts of Polygon's genesis and those of the OP Stack on Base; rows of `e` the
/// placeholder of ERC-7528, rows of `f` the system's own sender of EIP-4788. The addresses listed here are
/// burn addresses, as block explorers label them.
const BURNT_TO: &[&str] =
    &["dead000000000000000042069420694206942069", "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef"];
/// Programs of Solana without a row of 1. Rows of 1 cover its native programs and sysvars (docs.anza.xyz,
/// "Native Programs", "Sysvar Cluster Data"), the incinerator and wrapped SOL. The listed ones belong to the
/// Solana Program Library and Metaplex.
const SOLANA_PROGRAMS: &[&str] = &[
    "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
    "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
    "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
    "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
    "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s",
];
/// The black hole address of Tron, used for the Tron foundation's burns, and the eater address of Bitcoin.
const BLACK_HOLES: &[&str] = &["TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy", "1BitcoinEaterAddressDontSendf59kuE"];

/// Returns `true` if an address of this format is known to belong to no key.
#[must_use]
pub fn is_unowned(format: Format, address: &str) -> bool {
    match format {
        Format::EvmAddress => address.strip_prefix("0x").is_some_and(are_unowned_digits),
        Format::TronAddress => {
            is_unowned_base58(address)
                || tron_digits(address).is_some_and(|digits| are_unowned_digits(&digits))
        }
        Format::SolanaAddress => is_unowned_base58(address) || SOLANA_PROGRAMS.contains(&address),
        Format::SparkAddress => has_row(&address.to_ascii_lowercase(), BECH32_ROW) || is_of_no_key(address),
        Format::BitcoinAddress if address.starts_with(['1', '3']) => is_unowned_base58(address),
        Format::BitcoinAddress => has_row(&address.to_ascii_lowercase(), BECH32_ROW),
        Format::LightningInvoice | Format::LightningOffer | Format::LightningAddress => false,
    }
}

fn are_unowned_digits(digits: &str) -> bool {
    let digits = digits.to_ascii_lowercase();
    has_row(&digits, HEXADECIMAL_ROW) || BURNT_TO.contains(&digits.as_str())
}

fn is_unowned_base58(address: &str) -> bool {
    has_row(address, BASE58_ROW) || BLACK_HOLES.contains(&address)
}

/// Returns `true` if a text has a row of `length` equal characters.
fn has_row(text: &str, length: usize) -> bool {
    text.as_bytes().windows(length).any(|row| row.iter().all(|byte| Some(byte) == row.first()))
}

/// Returns the 20 bytes that Tron shares with Ethereum, in hexadecimal digits.
fn tron_digits(address: &str) -> Option<String> {
    let bytes = bs58::decode(address).into_vec().ok()?;
    let account = bytes.get(1..21)?;
    Some(
        account
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 0xf])
            .filter_map(|half| char::from_digit(half.into(), 16))
            .collect(),
    )
}

/// Returns `true` if the identity key of a Spark address is not a point of the curve.
fn is_of_no_key(address: &str) -> bool {
    /// Field 1 of the address: 33 bytes.
    const IDENTITY: [u8; 2] = [0x0a, 33];
    let Ok(checked) = CheckedHrpstring::new::<Bech32m>(address) else { return false };
    let bytes: Vec<u8> = checked.byte_iter().collect();
    let key = bytes.strip_prefix(&IDENTITY).and_then(|rest| rest.get(..33));
    key.is_some_and(|key| PublicKey::from_sec1_bytes(key).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_no_key_are_unowned() {
        for (format, addresses) in [
            (
                Format::EvmAddress,
                &[
                    "0x0000000000000000000000000000000000000000",
                    "0x0000000000000000000000000000000000000001",
                    "0x000000000000000000000000000000000000000a",
                    "0x0000000000000000000000000000000000000100",
                    "0x000000000000000000000000000000000000dEaD",
                    "0x000000000000000000000000000000000000dead",
                    "0xdEAD000000000000000000000000000000000000",
                    "0xdEAD000000000000000042069420694206942069",
                    "0xDeaDbeefdEAdbeefdEadbEEFdeadbeEFdEaDbeeF",
                    "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
                    "0xffffffffffffffffffffffffffffffffffffffff",
                    "0xfffffffffffffffffffffffffffffffffffffffe",
                    "0x0000000000000000000000000000000000001010",
                    "0x4200000000000000000000000000000000000006",
                    "0x1111111111111111111111111111111111111111",
                ] as &[&str],
            ),
            (
                Format::TronAddress,
                &[
                    "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
                    "T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn",
                    "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy",
                ],
            ),
            (
                Format::SolanaAddress,
                &[
                    "11111111111111111111111111111111",
                    "1nc1nerator11111111111111111111111111111111",
                    "ComputeBudget111111111111111111111111111111",
                    "Vote111111111111111111111111111111111111111",
                    "Stake11111111111111111111111111111111111111",
                    "BPFLoaderUpgradeab1e11111111111111111111111",
                    "SysvarC1ock11111111111111111111111111111111",
                    "SysvarRent111111111111111111111111111111111",
                    "So11111111111111111111111111111111111111112",
                    "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
                    "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
                ],
            ),
            (
                Format::BitcoinAddress,
                &[
                    "1111111111111111111114oLvT2",
                    "1CounterpartyXXXXXXXXXXXXXXXUWLpVr",
                    "1BitcoinEaterAddressDontSendf59kuE",
                    "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs",
                ],
            ),
        ] {
            for address in addresses {
                assert!(format.fits(address), "{address}");
                assert!(is_unowned(format, address), "{address}");
            }
        }
        let spark = |key: &[u8; 33]| {
            let bytes = [&[0x0a, 33][..], key].concat();
            bech32::encode::<Bech32m>(bech32::Hrp::parse_unchecked("spark"), &bytes).unwrap()
        };
        assert!(is_unowned(Format::SparkAddress, &spark(&[0; 33])));
        assert!(is_unowned(Format::SparkAddress, &spark(&[7; 33])), "no point of the curve");
    }

    #[test]
    fn addresses_of_keys_are_not_unowned() {
        for (format, address) in [
            (Format::EvmAddress, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
            (Format::EvmAddress, "0x00000000219ab540356cBB839Cbe05303d7705Fa"),
            (Format::EvmAddress, "0x000000000000Ad05Ccc4F10045630fb830B95127"),
            (Format::TronAddress, "TLrf6ze3bZX4PmKwHrNAwERfaMPafCiA4G"),
            (Format::SolanaAddress, "8TCdKAerX67tSDPXoJeLsSUf2eQGUEJov5wNLfyBq9fK"),
            (Format::SparkAddress, "spark1pgssxkutwulzsrc5hvskcy8nnr5ru79jjntmg0hfq2rg02vmfmv5x98u8vjdzl"),
            (Format::BitcoinAddress, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
            (Format::BitcoinAddress, "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"),
            (Format::LightningAddress, "aaaaaaaaaaaaaaaaaaaaaaaaa@pay.example"),
        ] {
            assert!(format.fits(address) && !is_unowned(format, address), "{address}");
        }
    }
}
