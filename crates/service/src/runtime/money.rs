//! Money and instants on their way from the rules to the wire.

use std::str::FromStr;

use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Decimal;
use causeway_domain::{Amount, RangeStart, Time, currency};
use causeway_wire::DateTime;
use causeway_wire::money::{Currency, CurrencyAmount};

use crate::runtime::api_error::ApiError;

/// A currency, complete (money 1.1).
///
/// # Errors
/// `INTERNAL_ERROR` for a stored currency that the registry does not have.
pub fn currency(code: CurrencyCode) -> Result<Currency, ApiError> {
    let info = currency::find(code).ok_or_else(|| defect("currency", code.as_str()))?;
    Ok(Currency { code, name: info.name.into(), symbol: info.symbol.into(), decimals: info.decimals })
}

/// An amount with its complete currency.
///
/// # Errors
/// As [`currency()`].
pub fn amount(amount: Amount) -> Result<CurrencyAmount, ApiError> {
    Ok(CurrencyAmount { amount: amount.minor, currency: currency(amount.currency)? })
}

/// An instant as it travels.
#[must_use]
pub fn instant(at: impl Into<Time>) -> DateTime {
    at.into().to_string().into()
}

/// An instant that a caller has sent.
///
/// # Errors
/// `INTERNAL_ERROR` for a text that is none: the validator lets only instants pass.
pub fn sent_instant(sent: Option<&DateTime>) -> Result<Option<Time>, ApiError> {
    sent.map(|at| at.as_str().parse().map_err(|_| defect("instant", at.as_str()))).transpose()
}

/// Where a range begins by what a caller has sent: no instant before it, however finely it is given, is in it.
///
/// # Errors
/// As [`sent_instant`].
pub fn sent_start(sent: Option<&DateTime>) -> Result<Option<Time>, ApiError> {
    let start = |at: &DateTime| at.as_str().parse().map(|RangeStart(first)| first);
    sent.map(|at| start(at).map_err(|_| defect("instant", at.as_str()))).transpose()
}

/// A decimal as a JSON number.
///
/// # Errors
/// `INTERNAL_ERROR` for a number that JSON cannot carry.
pub fn exact_number<T: FromStr>(decimal: Decimal) -> Result<T, ApiError> {
    let text = decimal.to_string();
    text.parse().map_err(|_| defect("number", &text))
}

fn defect(what: &str, value: &str) -> ApiError {
    ApiError::internal(causeway_store::Error::Data(format!("{what} {value} is not part of the interface")))
}
