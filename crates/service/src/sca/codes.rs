//! One-time and recovery codes: the codes of challenges are derived from the challenge with the root key, so
//! that none is stored (agents B2 to B4).

use causeway_domain::Ids;
use causeway_domain::contact::code_text;
use causeway_domain::ids::{CustomerId, Id, ScaChallengeId};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::runtime::context::Context;
use crate::runtime::hex;
use crate::runtime::keys::Purpose;

/// The letters and digits of recovery codes, without those that are easily confused.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// The number of recovery codes of a customer.
const RECOVERY_CODES: usize = 10;

/// Returns the code of a challenge created under this root key; `None` if that key is gone.
pub(super) fn code_of(
    context: &Context,
    customer: CustomerId,
    challenge: ScaChallengeId,
    root_key: u32,
) -> Option<String> {
    let parts = [context.platform.uuid(), customer.uuid(), challenge.uuid()];
    let parts: Vec<&[u8]> = parts.iter().map(|part| part.as_bytes().as_slice()).collect();
    let hashes = context.app.keys().keyed_hashes(Purpose::ScaCodes, &parts);
    hashes.iter().find_map(|hash| {
        let (number, mac) = hash.split_first_chunk()?;
        let (random, _) = mac.split_first_chunk()?;
        (u32::from_be_bytes(*number) == root_key).then(|| code_text(*random))
    })
}

/// Compares two texts in constant time.
pub(super) fn is_same(sent: &str, right: &str) -> bool {
    sent.as_bytes().ct_eq(right.as_bytes()).into()
}

/// Generates recovery codes, `XXXX-XXXX-XXXX`.
pub(super) fn recovery_codes(ids: &Ids) -> Vec<String> {
    let letter = |byte: &u8| char::from(ALPHABET[usize::from(byte % 32)]);
    let code = || {
        let letters: Vec<char> = ids.bytes::<12>().iter().map(letter).collect();
        let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
        groups.join("-")
    };
    std::iter::repeat_with(code).take(RECOVERY_CODES).collect()
}

/// Returns the stored hash of a recovery code. An unsalted hash suffices: the code has 60 random bits, and
/// the document that holds the hash is encrypted.
pub(super) fn hash_of(recovery_code: &str) -> String {
    hex::encode(&Sha256::digest(recovery_code.trim().to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_codes_are_ten_and_differ() {
        let codes = recovery_codes(&Ids::seeded(7));
        assert_eq!(codes.len(), RECOVERY_CODES);
        for code in &codes {
            let groups: Vec<&str> = code.split('-').collect();
            assert!(groups.len() == 3 && groups.iter().all(|group| group.len() == 4), "{code}");
            assert!(code.bytes().all(|byte| byte == b'-' || ALPHABET.contains(&byte)));
            assert_eq!(codes.iter().filter(|other| *other == code).count(), 1);
        }
        assert_eq!(hash_of(" abcd-efgh-jklm"), hash_of("ABCD-EFGH-JKLM"));
    }
}
