//! Currencies and currency pairs as operators type them (money 6.1).

use causeway_domain::Amount;
use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Decimal;
use causeway_store::payments::PaymentRecord;
use causeway_store::rates::CurrencyPair;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::{Answer, OperatorError};

/// Parses the argument of a list, such as `USD/EUR`.
///
/// # Errors
/// If the text is no currency pair.
pub(super) fn pair(text: &str) -> Answer<CurrencyPair> {
    parse(text).ok_or_else(|| {
        OperatorError::invalid(format!("argument pair: {text} is not a currency pair, such as USD/EUR"))
    })
}

/// Parses a currency pair in any case, with a separator or blanks in between. Without any, both halves are currencies
/// that the service knows.
pub(super) fn parse(text: &str) -> Option<CurrencyPair> {
    let text = text.to_ascii_uppercase();
    let is_between = |letter: char| letter.is_whitespace() || "/-".contains(letter);
    let words: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).collect();
    match words[..] {
        [sending, receiving] => {
            Some(CurrencyPair { sending: sending.parse().ok()?, receiving: receiving.parse().ok()? })
        }
        [joined] => (1..joined.len()).find_map(|end| {
            let (sending, receiving) = joined.split_at_checked(end)?;
            let pair = CurrencyPair { sending: sending.parse().ok()?, receiving: receiving.parse().ok()? };
            Some(pair).filter(|pair| unknown(*pair).is_none())
        }),
        _ => None,
    }
}

/// Returns the first currency of a pair that the service does not know.
pub(super) fn unknown(pair: CurrencyPair) -> Option<CurrencyCode> {
    [pair.sending, pair.receiving].into_iter().find(|code| currency::find(*code).is_none())
}

/// Checks that the service knows both currencies of a pair.
pub(super) fn check_known(pair: CurrencyPair) -> Answer<()> {
    match unknown(pair) {
        None => Ok(()),
        Some(unknown) => {
            let message = format!("{unknown} is not a currency that the service knows");
            Err(OperatorError::invalid(message).remedy("see the pairs that have a rate: causeway rate list"))
        }
    }
}

/// Returns `true` if a payment sends the one currency and arrives in the other.
pub(super) fn fits(pair: CurrencyPair, payment: &PaymentRecord) -> bool {
    let currency = |amount: Option<Amount>| amount.map(|amount| amount.currency);
    currency(payment.terms.sent) == Some(pair.sending)
        && currency(payment.terms.received) == Some(pair.receiving)
}

/// Reads the code of a currency in any case.
pub(super) fn code<'de, D: Deserializer<'de>>(from: D) -> Result<CurrencyCode, D::Error> {
    parse_code(&String::deserialize(from)?)
}

/// Reads the code of a currency in any case, if there is one.
pub(super) fn optional_code<'de, D: Deserializer<'de>>(from: D) -> Result<Option<CurrencyCode>, D::Error> {
    Option::<String>::deserialize(from)?.map(|text| parse_code(&text)).transpose()
}

fn parse_code<E: serde::de::Error>(text: &str) -> Result<CurrencyCode, E> {
    let code = text.to_ascii_uppercase().parse::<CurrencyCode>();
    code.map_err(|_| E::custom(format!("{text} is not the code of a currency, such as USD")))
}

/// Reads a number, if there is one. A decimal comma is refused, because it could separate thousands.
pub(super) fn optional_decimal<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Decimal>, D::Error> {
    let Some(text) = Option::<String>::deserialize(from)? else { return Ok(None) };
    text.parse::<Decimal>().map(Some).map_err(|_| {
        D::Error::custom(match text.contains(',') {
            true => {
                format!("{text} has a comma: write a point before the decimals, and none between thousands")
            }
            false => format!("{text} is not a plain number of at most 38 digits, such as 0.92"),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_read_in_any_case_and_with_any_separator() {
        for text in
            ["USD/EUR", "usd/eur", "USD-EUR", "USD EUR", " usd  eur ", "USD / EUR", "USDEUR", "usdeur"]
        {
            let found = parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(
                [found.sending, found.receiving].map(|code| code.to_string()),
                ["USD", "EUR"],
                "{text}"
            );
        }
        let joined = parse("usdceur").unwrap();
        assert_eq!([joined.sending, joined.receiving].map(|code| code.to_string()), ["USDC", "EUR"]);
        for text in ["", "USD", "USDXYZ", "USD/EUR/GBP", "USD EUR GBP", "Ännchen", "U$D/EUR"] {
            assert!(parse(text).is_none(), "{text}");
        }
    }
}
