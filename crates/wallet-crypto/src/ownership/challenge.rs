//! Message that the owner of a wallet signs.

use crate::hex;

/// Returns a message that states its purpose and the address, unique by the nonce. It is one line of
/// printable characters, because some wallets show or sign only those.
#[must_use]
pub fn challenge_message(address: &str, nonce: [u8; 16]) -> String {
    format!("I confirm that I control the wallet {address}. Verification code: {}", hex::encode(&nonce))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_address_and_the_nonce() {
        assert_eq!(
            challenge_message("0xabc", [0x1f; 16]),
            "I confirm that I control the wallet 0xabc. Verification code: 1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f"
        );
        assert_ne!(challenge_message("0xabc", [1; 16]), challenge_message("0xabc", [2; 16]));
    }
}
