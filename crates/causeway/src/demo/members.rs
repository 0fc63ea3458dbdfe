//! Access to members of a response or webhook by JSON pointer (RFC 6901). A missing member ends the
//! demonstration.

use causeway_domain::money::CurrencyCode;
use serde_json::Value;

use super::DemoError;
use super::wording::money;

/// Returns a text.
pub(super) fn text_at<'v>(value: &'v Value, pointer: &str) -> Result<&'v str, DemoError> {
    value.pointer(pointer).and_then(Value::as_str).ok_or_else(|| missing(pointer))
}

/// Returns a whole number.
pub(super) fn number_at(value: &Value, pointer: &str) -> Result<i64, DemoError> {
    value.pointer(pointer).and_then(Value::as_i64).ok_or_else(|| missing(pointer))
}

/// Returns a currency, given by its code.
pub(super) fn currency_at(value: &Value, pointer: &str) -> Result<CurrencyCode, DemoError> {
    text_at(value, pointer)?.parse().map_err(|_| missing(pointer))
}

/// Returns any member as JSON.
pub(super) fn member_at<'v>(value: &'v Value, pointer: &str) -> Result<&'v Value, DemoError> {
    value.pointer(pointer).ok_or_else(|| missing(pointer))
}

/// Formats the balance of the internal account at `pointer`.
pub(super) fn balance_at(value: &Value, pointer: &str) -> Result<String, DemoError> {
    amount_at(value, &format!("{pointer}/balance"))
}

/// Formats the amount at `pointer`, with its currency.
pub(super) fn amount_at(value: &Value, pointer: &str) -> Result<String, DemoError> {
    let code = currency_at(value, &format!("{pointer}/currency/code"))?;
    Ok(money(number_at(value, &format!("{pointer}/amount"))?, code))
}

fn missing(pointer: &str) -> DemoError {
    DemoError::Missing { member: pointer.to_owned() }
}
