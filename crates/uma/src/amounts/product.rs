//! Multiplication followed by division, without loss in between.

/// The limit of factors and divisors: ten to the power of 28, below two to the power of 94.
pub(super) const LIMIT: u128 = 10_u128.pow(28);

/// A quotient and the remainder that is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quotient {
    pub(super) whole: u128,
    pub(super) rest: u128,
}

/// Returns `amount · factor / divisor`. `None` if the divisor is zero, a number is above the limit, or the
/// result has more than 128 bits.
///
/// The amount is multiplied in two halves of 32 bits, so that no intermediate result has more than 128 bits.
pub(super) fn divided_product(amount: u64, factor: u128, divisor: u128) -> Option<Quotient> {
    if factor > LIMIT || divisor > LIMIT || divisor == 0 {
        return None;
    }
    let high = u128::from(amount >> 32).checked_mul(factor)?;
    let low = u128::from(amount & 0xffff_ffff).checked_mul(factor)?;
    let carried = (high % divisor).checked_mul(1 << 32)?.checked_add(low)?;
    let whole = (high / divisor).checked_mul(1 << 32)?.checked_add(carried / divisor)?;
    Some(Quotient { whole, rest: carried % divisor })
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn agrees_with_large_integers(amount: u64, factor in 0..=LIMIT, shift in 0_u32..94, divisor in 1..=LIMIT) {
            let divisor = (divisor >> shift).max(1);
            let product = BigUint::from(amount) * BigUint::from(factor);
            let divisor_big = BigUint::from(divisor);
            let expected = u128::try_from(&product / &divisor_big).ok();
            let found = divided_product(amount, factor, divisor);
            prop_assert_eq!(found.map(|quotient| quotient.whole), expected);
            if let Some(quotient) = found {
                prop_assert_eq!(BigUint::from(quotient.rest), product % divisor_big);
            }
        }
    }

    #[test]
    fn limits_are_kept() {
        assert_eq!(divided_product(1, 1, 0), None);
        assert_eq!(divided_product(1, LIMIT + 1, 1), None);
        assert_eq!(divided_product(1, 1, LIMIT + 1), None);
        assert_eq!(divided_product(u64::MAX, LIMIT, 1), None);
        assert!(
            divided_product(u64::MAX, LIMIT, LIMIT).is_some_and(|found| found.whole == u128::from(u64::MAX))
        );
    }
}
