//! Amounts of pay requests.

use std::fmt;

use crate::currency::WireCurrencyCode;

/// The amount of a pay request: the side that is locked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayAmount {
    /// Sending lock: an amount of the settlement asset, in its smallest unit.
    Settlement(u64),
    /// Receiving lock: an amount of a currency, in its smallest unit.
    Currency { amount: u64, code: WireCurrencyCode },
}

/// The error for a text that is not such an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PayAmountError;

impl PayAmount {
    /// Reads `<integer>` or `<integer>.<CODE>`; the integer has at most 63 bits.
    ///
    /// # Errors
    /// Another text, also one that some software reads: a sign, spaces, an exponent, an empty code.
    pub fn parse(text: &str) -> Result<Self, PayAmountError> {
        match text.split_once('.') {
            None => integer(text).map(Self::Settlement),
            Some((amount, code)) => Ok(Self::Currency {
                amount: integer(amount)?,
                code: WireCurrencyCode::parse(code).map_err(|_| PayAmountError)?,
            }),
        }
    }
}

fn integer(text: &str) -> Result<u64, PayAmountError> {
    let is_spelled = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_spelled || (text.len() > 1 && text.starts_with('0')) {
        return Err(PayAmountError);
    }
    let amount = text.parse::<i64>().map_err(|_| PayAmountError)?;
    u64::try_from(amount).map_err(|_| PayAmountError)
}

impl fmt::Display for PayAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settlement(amount) => write!(f, "{amount}"),
            Self::Currency { amount, code } => write!(f, "{amount}.{code}"),
        }
    }
}

impl fmt::Display for PayAmountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be an integer, or an integer with a currency: 5000.EUR")
    }
}

impl std::error::Error for PayAmountError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn both_locks_are_read() {
        let eur = WireCurrencyCode::parse("EUR").unwrap();
        assert_eq!(PayAmount::parse("1000000"), Ok(PayAmount::Settlement(1_000_000)));
        assert_eq!(PayAmount::parse("5000.EUR"), Ok(PayAmount::Currency { amount: 5_000, code: eur }));
        assert_eq!(
            PayAmount::parse("9223372036854775807"),
            Ok(PayAmount::Settlement(9_223_372_036_854_775_807))
        );
        for text in [
            "",
            ".",
            "5.",
            ".EUR",
            "-5",
            "+5",
            " 7",
            "1_0",
            "1e3",
            "5.EUR.USD",
            "5.E R",
            "9223372036854775808",
            "05",
            "5,EUR",
            "٣",
        ] {
            assert_eq!(PayAmount::parse(text), Err(PayAmountError), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text: String, near in "[0-9]{1,20}\\.?[A-Z.]{0,5}") {
            for text in [text, near] {
                if let Ok(amount) = PayAmount::parse(&text) {
                    prop_assert_eq!(amount.to_string(), text);
                }
            }
        }
    }
}
