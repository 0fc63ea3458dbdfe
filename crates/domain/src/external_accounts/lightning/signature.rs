//! The signature of an invoice by its payee.

use k256::ecdsa::signature::hazmat::PrehashVerifier;
use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
use sha2::{Digest, Sha256};

use super::fields::padded_bytes;

/// The groups of five bits of a signature: R, S, and the number of the signing key among four.
pub(super) const SIGNATURE_WORDS: usize = 104;

/// Returns `true` if the payee has signed the readable part and the data before the signature. If the invoice
/// names a key, that key must have signed, with the lower S; otherwise any key that can be recovered from the
/// signature is accepted.
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

/// Recovers a key from the signature. A higher S belongs to the other one of two keys, and the library
/// accepts the lower S only.
fn recovers(hash: &[u8], signature: Signature, recovery: RecoveryId) -> bool {
    let lower = signature.normalize_s();
    let is_odd = recovery.is_y_odd() != (lower != signature);
    let recovery = RecoveryId::new(is_odd, recovery.is_x_reduced());
    VerifyingKey::recover_from_prehash(hash, &lower, recovery).is_ok()
}
