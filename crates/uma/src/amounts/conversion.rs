//! Conversion between an amount of a currency and the amount that settles it.

use super::multiplier::Multiplier;
use super::product::{Quotient, divided_product};

/// The terms of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conversion {
    pub multiplier: Multiplier,
    /// In settlement units.
    pub fee: u64,
}

impl Conversion {
    /// Returns the settlement amount for an amount of the currency: round(a·m + f), halves up. `None` if it
    /// has more than 64 bits.
    #[must_use]
    pub fn settlement_amount(self, currency_amount: u64) -> Option<u64> {
        let number = self.multiplier.number();
        let product = divided_product(currency_amount, number.digits(), number.divisor())?;
        rounded(product, number.divisor())?.checked_add(self.fee)
    }

    /// Returns the amount of the currency for a settlement amount: floor((v − f)/m). `None` if the fee is
    /// larger than the amount, or the result has more than 64 bits.
    #[must_use]
    pub fn currency_amount(self, settlement_amount: u64) -> Option<u64> {
        let number = self.multiplier.number();
        let net = settlement_amount.checked_sub(self.fee)?;
        let quotient = divided_product(net, number.divisor(), number.digits())?;
        u64::try_from(quotient.whole).ok()
    }

    /// Returns the fee in the currency: round(f/m), halves up. `None` if it has more than 64 bits.
    #[must_use]
    pub fn fee_in_currency(self) -> Option<u64> {
        let number = self.multiplier.number();
        rounded(divided_product(self.fee, number.divisor(), number.digits())?, number.digits())
    }

    /// Returns `true` if an invoice is what these terms ask for when the currency amount is fixed: within one
    /// unit, because peers round halves differently.
    #[must_use]
    pub fn settles_currency_amount(self, currency_amount: u64, invoice: u64) -> bool {
        self.settlement_amount(currency_amount).is_some_and(|expected| expected.abs_diff(invoice) <= 1)
    }

    /// Returns `true` if a converted amount fits a fixed settlement amount: peers round (v − f)/m down or to
    /// the nearest, so that the result may be one above the floor.
    #[must_use]
    pub fn settles_settlement_amount(self, settlement_amount: u64, converted: u64) -> bool {
        let floor = self.currency_amount(settlement_amount);
        floor.is_some_and(|floor| converted == floor || Some(converted) == floor.checked_add(1))
    }
}

/// Rounds a quotient by its divisor, halves up.
fn rounded(quotient: Quotient, divisor: u128) -> Option<u64> {
    let is_up = quotient.rest >= divisor - quotient.rest;
    u64::try_from(quotient.whole).ok()?.checked_add(u64::from(is_up))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use num_rational::BigRational;
    use proptest::prelude::*;

    use super::super::decimal::ExactDecimal;
    use super::*;

    fn of(multiplier: &str, fee: u64) -> Conversion {
        Conversion { multiplier: Multiplier::parse(multiplier).unwrap(), fee }
    }

    #[test]
    fn examples_of_the_interface() {
        assert_eq!(of("8330", 100).settlement_amount(1_000), Some(8_330_100));
        assert_eq!(of("8330", 100).currency_amount(104_225), Some(12));
        assert_eq!(of("8330", 100).currency_amount(99), None);
        assert_eq!(of("0.04", 0).currency_amount(1_000_000), Some(25_000_000));
        assert_eq!(of("0.5", 0).settlement_amount(1), Some(1));
        assert_eq!(of("1", u64::MAX).settlement_amount(1), None);
        assert_eq!(of("1e27", 0).settlement_amount(1), None);
        assert_eq!(of("1e-28", 0).currency_amount(1), None);
        assert_eq!(of("8330", 4_165).fee_in_currency(), Some(1));
    }

    #[test]
    fn peers_may_round_differently() {
        let terms = of("8330", 100);
        assert!(terms.settles_currency_amount(1_000, 8_330_101));
        assert!(!terms.settles_currency_amount(1_000, 8_330_102));
        for (converted, fits) in [(11, false), (12, true), (13, true), (14, false)] {
            assert_eq!(terms.settles_settlement_amount(104_225, converted), fits);
        }
        assert!(!terms.settles_settlement_amount(99, 0));
    }

    proptest! {
        #[test]
        fn agrees_with_rationals(
            amount: u64,
            shift in 0_u32..64,
            digits in 1_u128..10_u128.pow(28),
            trim in 0_u32..90,
            scale in 0_u32..=28,
            fee: u32,
        ) {
            let amount = amount >> shift;
            let digits = (digits >> trim).max(1);
            let multiplier = Multiplier::new(ExactDecimal::new(digits, scale).unwrap()).unwrap();
            let terms = Conversion { multiplier, fee: fee.into() };
            let m = BigRational::new(BigInt::from(digits), BigInt::from(10).pow(scale));
            let f = BigRational::from(BigInt::from(fee));
            let a = BigRational::from(BigInt::from(amount));
            let half = BigRational::new(1.into(), 2.into());
            let settlement = (&a * &m + &f + &half).floor().to_integer();
            prop_assert_eq!(terms.settlement_amount(amount), u64::try_from(&settlement).ok());
            let currency = ((&a - &f) / &m).floor().to_integer();
            let expected = if amount < u64::from(fee) { None } else { u64::try_from(&currency).ok() };
            prop_assert_eq!(terms.currency_amount(amount), expected);
            let fee = (&f / &m + &half).floor().to_integer();
            prop_assert_eq!(terms.fee_in_currency(), u64::try_from(&fee).ok());
        }

        #[test]
        fn the_floor_never_takes_more_than_was_paid(amount: u64, digits in 1_u128..10_u128.pow(18), scale in 0_u32..=18) {
            let multiplier = Multiplier::new(ExactDecimal::new(digits, scale).unwrap()).unwrap();
            let terms = Conversion { multiplier, fee: 0 };
            if let Some(back) = terms.currency_amount(amount).and_then(|currency| terms.settlement_amount(currency)) {
                prop_assert!(back <= amount);
            }
        }
    }
}
