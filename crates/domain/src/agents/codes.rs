//! Device codes, by which agents are installed (agents A1.3).

use crate::named::named;
use crate::time::Time;

const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const PREFIX: &str = "SVC-AGENT-";
const GROUP: usize = 4;

named! {
    /// The state of a device code.
    pub enum DeviceCodeState {
        Open = "OPEN",
        Redeemed = "REDEEMED",
        /// The code was not redeemed in time.
        Expired = "EXPIRED",
        /// Replaced by a newer code.
        Replaced = "REPLACED",
    }
}

#[must_use]
pub const fn created_code() -> DeviceCodeState {
    DeviceCodeState::Open
}

impl DeviceCodeState {
    /// Returns the state at `now` of a code that was stored in this state. An expiry is computed, never
    /// stored.
    #[must_use]
    pub fn at(self, expires_at: Time, now: Time) -> Self {
        if self == Self::Open && now >= expires_at { Self::Expired } else { self }
    }
}

/// Returns a new code. The alphabet has 32 letters, so that each letter takes exactly five random bits.
#[must_use]
pub fn generated_device_code(random: [u8; 8]) -> String {
    let mut bits = u64::from_be_bytes(random);
    let mut code = PREFIX.to_owned();
    for at in 0..2 * GROUP {
        if at == GROUP {
            code.push('-');
        }
        let letter = usize::try_from(bits & 31).ok().and_then(|at| LETTERS.get(at)).copied();
        code.push(char::from(letter.unwrap_or(b'A')));
        bits >>= 5;
    }
    code
}

/// Returns the normalized code, or `None` if the text is not a device code. Case is ignored.
#[must_use]
pub fn read_device_code(text: &str) -> Option<String> {
    let code = text.to_ascii_uppercase();
    let (first, second) = code.strip_prefix(PREFIX)?.split_once('-')?;
    let is_group =
        |group: &str| group.len() == GROUP && group.bytes().all(|letter| LETTERS.contains(&letter));
    (is_group(first) && is_group(second)).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parsed_code_equals_the_generated_one() {
        assert_eq!(generated_device_code([0; 8]), "SVC-AGENT-AAAA-AAAA");
        let code = generated_device_code([0xd7, 0x31, 0x9c, 0x44, 0xe2, 0x5b, 0x08, 0xfe]);
        assert_eq!(read_device_code(&code), Some(code.clone()));
        assert_eq!(read_device_code(&code.to_lowercase()), Some(code));
        for other in [
            "",
            "SVC-AGENT-AAAA",
            "SVC-AGENT-AAAA-AAA1",
            "SVC-AGENT-AAAAA-AAA",
            "AAAA-AAAA",
            "SVC-AGENT-ÄAA-AAAA",
        ] {
            assert_eq!(read_device_code(other), None, "{other}");
        }
    }

    #[test]
    fn only_an_open_code_expires() {
        let before = Time::from_millis(9);
        let at = Time::from_millis(10);
        assert_eq!(DeviceCodeState::Open.at(at, before), DeviceCodeState::Open);
        assert_eq!(DeviceCodeState::Open.at(at, at), DeviceCodeState::Expired);
        assert_eq!(DeviceCodeState::Redeemed.at(at, at), DeviceCodeState::Redeemed);
    }
}
