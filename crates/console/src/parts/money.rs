//! Amounts: the digits of the currency in groups, with its code behind.

use std::fmt::Write;

use crate::answer::answer;

answer! {
    /// An amount in the smallest unit of its currency.
    struct Money {
        amount: i64,
        currency: String,
        decimals: u8,
    }
}

impl Money {
    /// Returns the digits in groups of three, such as `-1,234.50`.
    pub(crate) fn figures(&self) -> String {
        self.digits(",")
    }

    /// Returns the digits in groups with the currency, such as `1,234.50 EUR`.
    pub(crate) fn text(&self) -> String {
        format!("{} {}", self.figures(), self.currency)
    }

    /// Returns another amount in the same currency.
    pub(crate) fn with_amount(&self, amount: i64) -> Self {
        Self { amount, ..self.clone() }
    }

    /// Returns the amount without groups, for a copy.
    pub(crate) fn exact(&self) -> String {
        format!("{} {}", self.digits(""), self.currency)
    }

    /// Returns `true` for a debit.
    pub(crate) const fn is_negative(&self) -> bool {
        self.amount < 0
    }

    fn digits(&self, separator: &str) -> String {
        let decimals = usize::from(self.decimals);
        let digits = format!("{:0>width$}", self.amount.unsigned_abs(), width = decimals + 1);
        let (whole, fraction) = digits.split_at(digits.len() - decimals);
        let mut text = if self.is_negative() { "-".to_owned() } else { String::new() };
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                text.push_str(separator);
            }
            text.push(digit);
        }
        if !fraction.is_empty() {
            let _ = write!(text, ".{fraction}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_and_padded() {
        let figures = |amount, decimals| Money { amount, currency: "EUR".to_owned(), decimals }.figures();
        for (amount, decimals, text) in [
            (0, 2, "0.00"),
            (5, 2, "0.05"),
            (-123_450, 2, "-1,234.50"),
            (1_234_567, 0, "1,234,567"),
            (100_000, 8, "0.00100000"),
            (i64::MIN, 2, "-92,233,720,368,547,758.08"),
        ] {
            assert_eq!(figures(amount, decimals), text);
        }
        let exact = Money { amount: 123_456_789, currency: "USD".to_owned(), decimals: 2 }.exact();
        assert_eq!(exact, "1234567.89 USD");
        let yen = Money { amount: 1_500, currency: "JPY".to_owned(), decimals: 0 };
        assert_eq!((yen.text(), yen.with_amount(-7).text()), ("1,500 JPY".to_owned(), "-7 JPY".to_owned()));
    }
}
