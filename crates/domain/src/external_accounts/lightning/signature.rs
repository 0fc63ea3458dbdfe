//! The signature of an invoice by its payee.

use k256::ecdsa::signature::hazmat::PrehashVerifier;
use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
use sha2::{Digest, Sha256};

use super::fields::padded_bytes;

/// Groups of five bits of a signature: R, S, and which of four keys has signed.
pub(super) const SIGNATURE_WORDS: usize = 104;

/// Returns whether the payee has signed the readable part and the data before the signature. A key that the invoice
/// names must have signed, with the lower S; otherwise any key can be the payee's that the signature leads to.
pub(super) fn is_signed(readable: &str, data: &[u8], signature: &[u8], payee: Option<&[u8; 33]>) -> bool {
    let bytes = padded_bytes(signature);
    let Some((recovery, rs)) = bytes.split_last() else { return false };
    let (Ok(signature), Some(recovery)) = (Signature::from_slice(rs), RecoveryId::from_byte(*recovery))
    else {
        return false;
    };
    let hash = Sha256::new().chain_update(readable).chain_update(padded_bytes(data)).finalize();
    match payee {
        Some(key) => VerifyingKey::from_sec1_bytes(key).is_ok_and(|key| {
            signature.normalize_s() == signature && key.verify_prehash(&hash, &signature).is_ok()
        }),
        None => recovers(&hash, signature, recovery),
    }
}

/// The other S is that of the other of two keys: the library takes the lower one only.
fn recovers(hash: &[u8], signature: Signature, recovery: RecoveryId) -> bool {
    let lower = signature.normalize_s();
    let is_odd = recovery.is_y_odd() != (lower != signature);
    let recovery = RecoveryId::new(is_odd, recovery.is_x_reduced());
    VerifyingKey::recover_from_prehash(hash, &lower, recovery).is_ok()
}
