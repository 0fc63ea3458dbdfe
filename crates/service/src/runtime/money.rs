//! Conversion of money and instants from domain types to wire types.

use std::str::FromStr;

use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Decimal;
use causeway_domain::{Amount, RangeStart, Time, currency};
use causeway_wire::DateTime;
use causeway_wire::money::{Currency, CurrencyAmount};

use crate::runtime::api_error::ApiError;

/// Returns a complete currency object (money 1.1).
///
/// # Errors
/// `INTERNAL_ERROR` for a stored currency that the registry does not have.
pub fn currency(code: CurrencyCode) -> Result<Currency, ApiError> {
    let info = currency::find(code).ok_or_else(|| defect("currency", code.as_str()))?;
    Ok(Currency { code, name: info.name.into(), symbol: info.symbol.into(), decimals: info.decimals })
}

/// Returns an amount with its complete currency.
///
/// # Errors
/// The same as [`currency()`].
pub fn amount(amount: Amount) -> Result<CurrencyAmount, ApiError> {
    Ok(CurrencyAmount { amount: amount.minor, currency: currency(amount.currency)? })
}

/// Formats an instant for the wire.
#[must_use]
pub fn instant(at: impl Into<Time>) -> DateTime {
    at.into().to_string().into()
}

/// Parses an instant that a caller sent.
///
/// # Errors
/// `INTERNAL_ERROR` if the text is not an instant: the validator lets only instants pass.
pub fn sent_instant(sent: Option<&DateTime>) -> Result<Option<Time>, ApiError> {
    sent.map(|at| at.as_str().parse().map_err(|_| defect("instant", at.as_str()))).transpose()
}

/// Parses the start of a range that a caller sent: no instant before it, however finely it is given, is in
/// the range.
///
/// # Errors
/// The same as [`sent_instant`].
pub fn sent_start(sent: Option<&DateTime>) -> Result<Option<Time>, ApiError> {
    let start = |at: &DateTime| at.as_str().parse().map(|RangeStart(first)| first);
    sent.map(|at| start(at).map_err(|_| defect("instant", at.as_str()))).transpose()
}

/// Returns a decimal as a JSON number.
///
/// # Errors
/// `INTERNAL_ERROR` for a number that JSON cannot represent.
pub fn exact_number<T: FromStr>(decimal: Decimal) -> Result<T, ApiError> {
    let text = decimal.to_string();
    text.parse().map_err(|_| defect("number", &text))
}

fn defect(what: &str, value: &str) -> ApiError {
    ApiError::internal(causeway_store::Error::Data(format!("{what} {value} is not part of the interface")))
}
