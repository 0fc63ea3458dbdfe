//! Hashes of simulated on-chain transfers: well formed for their chain, but not on any chain.

use causeway_domain::external_accounts::CryptoNetwork;
use causeway_domain::ids::{Id, TransactionId};
use causeway_service::runtime::hex;
use sha2::{Digest, Sha256};

/// Returns the transaction hash of a payment; the same payment always has the same hash.
pub(crate) fn transfer_hash(network: CryptoNetwork, payment: TransactionId) -> String {
    let digest = |half: u8| Sha256::new().chain_update(payment.uuid()).chain_update([half]).finalize();
    match network {
        CryptoNetwork::Solana => bs58::encode([digest(0), digest(1)].concat()).into_string(),
        CryptoNetwork::Ethereum | CryptoNetwork::Base | CryptoNetwork::Polygon | CryptoNetwork::Plasma => {
            format!("0x{}", hex::encode(&digest(0)))
        }
        CryptoNetwork::Bitcoin | CryptoNetwork::Tron | CryptoNetwork::Spark => hex::encode(&digest(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfers_are_named_in_the_form_of_their_chain() {
        let [one, other] = [1, 2].map(|number| TransactionId::from_uuid(uuid::Uuid::from_u128(number)));
        for network in CryptoNetwork::ALL {
            assert_ne!(transfer_hash(*network, one), transfer_hash(*network, other));
            assert_eq!(transfer_hash(*network, one), transfer_hash(*network, one));
        }
        let solana = bs58::decode(transfer_hash(CryptoNetwork::Solana, one)).into_vec().unwrap();
        assert_eq!(solana.len(), 64, "a signature");
        let base = transfer_hash(CryptoNetwork::Base, one);
        assert!(base.starts_with("0x") && base.len() == 66, "{base}");
        assert_eq!(transfer_hash(CryptoNetwork::Tron, one).len(), 64);
    }
}
