//! Blockchain addresses and invoices, in the encodings that wallets check.

use bech32::{Bech32, Bech32m, ByteIterExt, Fe32, Fe32IterExt, Hrp};
use causeway_domain::Ids;
use sha2::{Digest, Sha256};

/// Generates an address of an account-based chain of the Ethereum family.
pub(super) fn evm(ids: &Ids) -> String {
    let account: [u8; 20] = ids.bytes();
    format!("0x{}", causeway_service::runtime::hex::encode(&account))
}

/// Generates a Solana address: 32 bytes in base 58.
pub(super) fn solana(ids: &Ids) -> String {
    bs58::encode(ids.bytes::<32>()).into_string()
}

/// Generates a Tron address: base 58 with a checksum.
pub(super) fn tron(ids: &Ids) -> String {
    let mut bytes = vec![0x41];
    bytes.extend(ids.bytes::<20>());
    let checksum = Sha256::digest(Sha256::digest(&bytes));
    bytes.extend(&checksum[..4]);
    bs58::encode(bytes).into_string()
}

/// Generates a Spark address: bech32m of a message with a compressed public key.
pub(super) fn spark(ids: &Ids) -> String {
    // Field 1, 33 bytes: the identity key.
    let mut bytes = vec![0x0a, 33, 2];
    bytes.extend(ids.bytes::<32>());
    bech32::<Bech32m>("spark", bytes.into_iter().bytes_to_fes())
}

/// Generates a Spark invoice without an amount: an address with an invoice id.
pub(super) fn spark_invoice(ids: &Ids) -> String {
    let mut bytes = vec![0x0a, 33, 2];
    bytes.extend(ids.bytes::<32>());
    // Field 2, 16 bytes: the invoice id.
    bytes.extend([0x12, 16]);
    bytes.extend(ids.bytes::<16>());
    bech32::<Bech32m>("spark", bytes.into_iter().bytes_to_fes())
}

/// Generates a Bitcoin address of the regtest network, so that no coins can be lost to an address without an
/// owner.
pub(super) fn bitcoin(ids: &Ids) -> String {
    let program: [u8; 20] = ids.bytes();
    let version = std::iter::once(Fe32::Q);
    bech32::<Bech32>("bcrt", version.chain(program.into_iter().bytes_to_fes()))
}

/// Generates a Lightning invoice of the same network, without an amount. Its signature is random bytes.
pub(super) fn lightning_invoice(ids: &Ids) -> String {
    let time = [Fe32::Q; 7].into_iter();
    let hash = ids.bytes::<32>().into_iter().bytes_to_fes();
    let signature = ids.bytes::<65>().into_iter().bytes_to_fes();
    bech32::<Bech32>("lnbcrt", time.chain(hash).chain(signature))
}

/// Encodes groups of five bits after a prefix, with a checksum at the end.
fn bech32<C: bech32::Checksum>(prefix: &str, data: impl Iterator<Item = Fe32>) -> String {
    data.with_checksum::<C>(&Hrp::parse_unchecked(prefix)).chars().collect()
}

#[cfg(test)]
mod tests {
    use causeway_domain::check_digits::Check;

    use super::*;

    #[test]
    fn addresses_have_the_form_of_their_chain() {
        let ids = Ids::seeded(2);
        assert!(Check::Tron.passes(&tron(&ids)) && tron(&ids).len() == 34);
        assert!(Check::Spark.passes(&spark(&ids)) && Check::Eip55.passes(&evm(&ids)));
        assert!(Check::Solana.passes(&solana(&ids)) && bitcoin(&ids).starts_with("bcrt1q"));
        assert!(lightning_invoice(&ids).starts_with("lnbcrt1"));
        assert_ne!(spark(&ids), spark(&ids));
    }
}
