//! Amounts of tokens in their smallest unit: up to 2^128 - 1 in one operation, unbounded in a total.

use std::fmt;
use std::str::FromStr;

/// An amount of tokens, in the smallest unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenAmount(u128);

/// A text that is not an amount of tokens: not digits, or more than 2^128 - 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnAmount;

impl TokenAmount {
    #[must_use]
    pub const fn new(units: u128) -> Self {
        Self(units)
    }

    /// Returns the number of smallest units.
    #[must_use]
    pub const fn units(self) -> u128 {
        self.0
    }

    /// Returns the amount in cents, or `None` if it is zero or not a whole number of cents (stablecoins 4).
    #[must_use]
    pub fn cents(self, decimals: u8) -> Option<u128> {
        let units = self.0;
        let digits = u32::from(decimals);
        if units == 0 {
            return None;
        }
        match digits.checked_sub(2) {
            None => 10_u128.checked_pow(2 - digits).and_then(|factor| units.checked_mul(factor)),
            Some(beyond) => {
                let factor = 10_u128.checked_pow(beyond)?;
                units.is_multiple_of(factor).then(|| units / factor)
            }
        }
    }
}

impl FromStr for TokenAmount {
    type Err = NotAnAmount;

    fn from_str(text: &str) -> Result<Self, NotAnAmount> {
        if text.is_empty() || !text.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(NotAnAmount);
        }
        text.parse().map(Self).map_err(|_| NotAnAmount)
    }
}

impl fmt::Display for TokenAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for NotAnAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an amount of tokens up to 2^128 - 1")
    }
}

impl std::error::Error for NotAnAmount {}

/// The sum of many operations, in decimal digits without a bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenTotal(String);

impl TokenTotal {
    #[must_use]
    pub fn zero() -> Self {
        Self("0".to_owned())
    }

    /// Returns the total plus one more amount.
    #[must_use]
    pub fn plus(&self, amount: TokenAmount) -> Self {
        let added = amount.to_string();
        let mut digits = Vec::new();
        let mut left = self.0.bytes().rev();
        let mut right = added.bytes().rev();
        let mut carry = 0;
        loop {
            let pair = (left.next(), right.next());
            if pair == (None, None) && carry == 0 {
                break;
            }
            let value = |digit: Option<u8>| digit.map_or(0, |digit| digit - b'0');
            let sum = value(pair.0) + value(pair.1) + carry;
            digits.push(char::from(b'0' + sum % 10));
            carry = sum / 10;
        }
        Self(digits.into_iter().rev().collect())
    }
}

impl FromStr for TokenTotal {
    type Err = NotAnAmount;

    fn from_str(text: &str) -> Result<Self, NotAnAmount> {
        let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        if is_number { Ok(Self(text.to_owned())) } else { Err(NotAnAmount) }
    }
}

impl fmt::Display for TokenTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_read_without_leading_zeros_and_up_to_its_bound() {
        let read = |text: &str| text.parse::<TokenAmount>().map(|amount| amount.to_string());
        assert_eq!(read("0070").as_deref(), Ok("70"));
        assert_eq!(read(&u128::MAX.to_string()), Ok(u128::MAX.to_string()));
        for wrong in ["", "-1", "+1", "1.5", "1e6", "340282366920938463463374607431768211456"] {
            assert_eq!(read(wrong), Err(NotAnAmount), "{wrong}");
        }
    }

    #[test]
    fn only_whole_cents_are_accepted() {
        let cents = |units, decimals| TokenAmount::new(units).cents(decimals);
        assert_eq!([cents(1_000_000, 6), cents(10_000, 6), cents(9_999, 6)], [Some(100), Some(1), None]);
        assert_eq!([cents(7, 2), cents(7, 1), cents(7, 0)], [Some(7), Some(70), Some(700)]);
        assert_eq!([cents(0, 6), cents(0, 2), cents(u128::MAX, 0), cents(1, 255)], [None; 4]);
    }

    #[test]
    fn a_total_has_no_bound() {
        let most = TokenAmount::new(u128::MAX);
        let total = TokenTotal::zero().plus(most).plus(most).plus(TokenAmount::new(2));
        assert_eq!(total.to_string(), "680564733841876926926749214863536422912");
        assert_eq!(TokenTotal::zero().plus(TokenAmount::new(0)).to_string(), "0");
        assert_eq!("99".parse::<TokenTotal>().unwrap().plus(TokenAmount::new(1)).to_string(), "100");
    }
}
