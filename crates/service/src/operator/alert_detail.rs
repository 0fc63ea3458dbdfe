//! The details of alerts as operators see them.

use causeway_domain::money::CurrencyCode;
use causeway_domain::{Amount, currency};
use serde_json::{Map, Value};

use super::Money;

/// The member with an amount in smallest units.
const AMOUNT: &str = "amount";
/// The member with its currency.
const CURRENCY: &str = "currency";

/// Replaces an amount in smallest units and the currency beside it by money, as everywhere else.
pub(super) fn with_money(detail: Value) -> Value {
    match detail {
        Value::Object(mut members) => {
            if let Some(money) = money_in(&members) {
                members.shift_remove(CURRENCY);
                members.insert(AMOUNT.to_owned(), money);
            }
            Value::Object(members)
        }
        other => other,
    }
}

fn money_in(members: &Map<String, Value>) -> Option<Value> {
    let minor = members.get(AMOUNT)?.as_i64()?;
    let code: CurrencyCode = members.get(CURRENCY)?.as_str()?.parse().ok()?;
    let known = currency::find(code)?.code;
    serde_json::to_value(Money::from(Amount::new(minor, known))).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_amount_has_its_currency_and_its_decimals() {
        let detail = json!({ "reference": "x", "currency": "EUR", "amount": 123_456 });
        let money = json!({ "amount": 123_456, "currency": "EUR", "decimals": 2 });
        assert_eq!(with_money(detail), json!({ "reference": "x", "amount": money }));
        for other in [json!({ "amount": 5 }), json!({ "amount": 5, "currency": "???" }), json!("x")] {
            assert_eq!(with_money(other.clone()), other);
        }
    }
}
