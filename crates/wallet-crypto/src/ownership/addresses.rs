//! Keys and key hashes in the addresses of each chain.

use bech32::Bech32m;
use bech32::primitives::decode::CheckedHrpstring;
use sha3::{Digest, Keccak256};

use crate::{base58check, hex};

/// Last 20 bytes of the hash of a public key, used in addresses of EVM chains and Tron.
pub(super) type AccountHash = [u8; 20];

/// Hashes an uncompressed secp256k1 key of 65 bytes.
pub(super) fn account_hash(uncompressed: &[u8]) -> Option<AccountHash> {
    let coordinates = uncompressed.strip_prefix(&[4]).filter(|rest| rest.len() == 64)?;
    let hash = Keccak256::digest(coordinates);
    hash[12..].try_into().ok()
}

/// Decodes an EVM address: `0x` and 40 digits. The case of its letters was checked when the address was
/// accepted.
pub(super) fn evm(address: &str) -> Option<AccountHash> {
    hex::decode(address.strip_prefix("0x")?)?.try_into().ok()
}

/// Decodes a Tron address: base 58 with a checksum, of the byte `41` and 20 bytes.
pub(super) fn tron(address: &str) -> Option<AccountHash> {
    base58check::decode(address)?.strip_prefix(&[0x41])?.try_into().ok()
}

/// Decodes a Solana address: base 58 of an Ed25519 key.
pub(super) fn solana(address: &str) -> Option<[u8; 32]> {
    /// Maximum number of characters for 32 bytes.
    const MAX_LENGTH: usize = 44;
    if address.len() > MAX_LENGTH {
        return None;
    }
    bs58::decode(address).into_vec().ok()?.try_into().ok()
}

/// Decodes the compressed identity key of a Spark address: bech32m of field 1 with 33 bytes, without further
/// fields.
pub(super) fn spark(address: &str) -> Option<[u8; 33]> {
    let found = CheckedHrpstring::new::<Bech32m>(address).ok()?;
    if found.hrp().to_lowercase() != "spark" {
        return None;
    }
    let bytes: Vec<u8> = found.byte_iter().collect();
    bytes.strip_prefix(&[0x0a, 33])?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_text_is_an_address_or_refused(text: String, word in "[0-9A-Za-z]{20,70}") {
            for text in [text, format!("0x{word}"), format!("T{word}"), format!("spark1{word}"), word] {
                let _ = (evm(&text), tron(&text), solana(&text), spark(&text));
            }
        }
    }

    #[test]
    fn other_addresses_are_refused() {
        assert!(evm("0x5176dF8846a29a2a9FfFd825e570190768eF1058").is_some());
        for bad in [
            "5176dF8846a29a2a9FfFd825e570190768eF1058",
            "0x5176",
            "0X5176dF8846a29a2a9FfFd825e570190768eF1058",
        ] {
            assert_eq!(evm(bad), None, "{bad}");
        }
        assert!(tron("TLrf6ze3bZX4PmKwHrNAwERfaMPafCiA4G").is_some());
        assert_eq!(tron("TLrf6ze3bZX4PmKwHrNAwERfaMPafCiA4H"), None);
        let good = "spark1pgssxkutwulzsrc5hvskcy8nnr5ru79jjntmg0hfq2rg02vmfmv5x98u8vjdzl";
        assert_eq!(spark(&good.to_uppercase()), spark(good));
        assert!(spark(good).is_some());
        assert_eq!(spark(&good.replace("vjdzl", "vjdzz")), None);
        let key = spark(good).unwrap();
        let written = |network: &str, bytes: &[u8]| {
            bech32::encode::<Bech32m>(bech32::Hrp::parse(network).unwrap(), bytes).unwrap()
        };
        let identity = [&[0x0a, 33][..], &key].concat();
        assert_eq!(written("spark", &identity), good);
        assert_eq!(spark(&written("sparkrt", &identity)), None, "another network");
        assert_eq!(spark(&written("spark", &[&identity[..], &[0x12, 0]].concat())), None, "an invoice");
        assert_eq!(
            spark(&written("spark", &[&[0x0a, 32][..], &key[1..]].concat())),
            None,
            "no compressed key"
        );
        let old = bech32::encode::<bech32::Bech32>(bech32::Hrp::parse("spark").unwrap(), &identity).unwrap();
        assert_eq!(spark(&old), None, "the older checksum");
        assert!(solana("8TCdKAerX67tSDPXoJeLsSUf2eQGUEJov5wNLfyBq9fK").is_some());
        assert_eq!(solana("8TCdKAerX67tSDPXoJeLsSUf2eQGUEJov5wNLfyBq9"), None);
    }
}
