//! Codes of authenticators (RFC 6238: SHA-1, six digits, a new one every half minute).

use causeway_domain::Time;
use ring::hmac;

use super::codes::is_same;
use crate::runtime::hex;

pub(super) const SECRET_BYTES: usize = 20;
const STEP_MILLIS: i64 = 30_000;
/// Steps accepted before and after the present one, because the clocks of end users differ.
const STEPS_AROUND: i64 = 1;
/// The Base32 alphabet (RFC 4648).
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Returns the step of a code, if an authenticator with this secret (hexadecimal digits) shows it about now.
pub(super) fn step_of(secret: &str, code: &str, now: Time) -> Option<i64> {
    let secret = hex::decode(secret)?;
    let present = now.millis().div_euclid(STEP_MILLIS);
    let mut steps = present - STEPS_AROUND..=present + STEPS_AROUND;
    steps.rfind(|step| is_same(code, &code_at(&secret, *step)))
}

fn code_at(secret: &[u8], step: i64) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let bytes = tag.as_ref();
    let offset = usize::from(bytes.last().copied().unwrap_or(0) & 0x0f);
    let chosen = bytes.get(offset..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; 4]);
    format!("{:06}", (u32::from_be_bytes(chosen) & 0x7fff_ffff) % 1_000_000)
}

/// Encodes bytes in base 32 without padding (RFC 4648).
pub(super) fn base32(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut buffer = 0_u32;
    let mut bits = 0_u32;
    for byte in bytes {
        buffer = (buffer << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(letter(buffer >> bits));
        }
        buffer &= (1 << bits) - 1;
    }
    if bits > 0 {
        text.push(letter(buffer << (5 - bits)));
    }
    text
}

fn letter(value: u32) -> char {
    let at = usize::try_from(value & 31).unwrap_or(0);
    char::from(BASE32[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8; 20] = b"12345678901234567890";

    #[test]
    fn codes_match_the_vectors_of_rfc_6238() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code_at(SECRET, seconds / 30), code);
            let now = Time::from_millis(seconds * 1_000);
            assert_eq!(step_of(&hex::encode(SECRET), code, now), Some(seconds / 30));
        }
    }

    #[test]
    fn a_code_counts_a_step_before_and_after() {
        let secret = hex::encode(SECRET);
        let step = 41_152_263_i64;
        let code = code_at(SECRET, step);
        let at = |step: i64| Time::from_millis(step * STEP_MILLIS);
        for (now, fits) in [(step - 2, false), (step - 1, true), (step + 1, true), (step + 2, false)] {
            assert_eq!(step_of(&secret, &code, at(now)).is_some(), fits, "{now}");
        }
        assert_eq!(step_of("no secret", &code, at(step)), None);
    }

    #[test]
    fn base32_as_in_the_standard() {
        for (plain, text) in
            [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foob", "MZXW6YQ"), ("foobar", "MZXW6YTBOI")]
        {
            assert_eq!(base32(plain.as_bytes()), text);
        }
        assert_eq!(base32(SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }
}
