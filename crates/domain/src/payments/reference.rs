//! The references sent with payments and their refunds.

use crate::ids::{Id, TransactionId};

/// The number of base-36 digits of a UUID: 36 to the 25th is more than 2 to the 128th.
const REFERENCE_DIGITS: usize = 25;

/// Returns the default reference of a payment, used if the platform has not set one.
///
/// The reference is the whole id in digits and upper-case letters, so that it is unique, and short enough for
/// the reference fields of banks (35 characters).
#[must_use]
pub fn reference_of(payment: TransactionId) -> String {
    let mut left = payment.uuid().as_u128();
    let mut digits = Vec::with_capacity(REFERENCE_DIGITS);
    for _ in 0..REFERENCE_DIGITS {
        let digit = u32::try_from(left % 36).unwrap_or_default();
        digits.push(char::from_digit(digit, 36).unwrap_or_default().to_ascii_uppercase());
        left /= 36;
    }
    let text: String = digits.into_iter().rev().collect();
    format!("PAY-{text}")
}

/// Capitals and digits without those that are easily confused.
const PLAIN: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// Returns the reference that a payer sends with the money for a quote (money 8.4), from random bytes.
#[must_use]
pub fn funding_reference(drawn: [u8; 6]) -> String {
    let code: String = drawn.iter().map(|byte| char::from(PLAIN[usize::from(byte % 32)])).collect();
    format!("UMA-Q{code}-REF")
}

/// Returns the reference of the refund of a payment (money 9).
#[must_use]
pub fn refund_reference(payment_reference: &str) -> String {
    format!("{payment_reference}-REFUND")
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_reference_of_a_funding_has_six_plain_characters() {
        assert_eq!(funding_reference([0, 31, 32, 24, 255, 8]), "UMA-QA9A29J-REF");
    }

    #[test]
    fn a_reference_is_the_whole_id() {
        let of = |id: u128| reference_of(TransactionId::from_uuid(Uuid::from_u128(id)));
        assert_eq!(of(35 + 36), "PAY-000000000000000000000001Z");
        assert_eq!(of(u128::MAX), "PAY-F5LXX1ZZ5PNORYNQGLHZMSP33");
        assert_ne!(of(1 << 100), of(2 << 100));
    }
}
