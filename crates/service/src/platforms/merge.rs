//! Merging of sent fields into a configuration (customers 1.2).

use causeway_domain::Amount;
use causeway_domain::platforms::{CounterpartyField, SupportedCurrency};
use causeway_domain::quotes::FeeConfigRequest;
use causeway_wire::platforms as wire;
use serde::Serialize;
use serde_json::Value;

use crate::runtime::api_error::ApiError;

/// Converts the sent currencies, without the members that the service decides.
pub(super) fn currencies(sent: &[&wire::SupportedCurrencySetting]) -> Vec<SupportedCurrency> {
    let read = |entry: &&wire::SupportedCurrencySetting| {
        let fields = entry.required_counterparty_fields.iter();
        SupportedCurrency {
            currency: entry.currency_code,
            min_amount: entry.min_amount.0,
            max_amount: entry.max_amount.0,
            required_counterparty_fields: fields
                .map(|field| CounterpartyField { name: field.name, mandatory: field.mandatory })
                .collect(),
            transaction_types: entry.enabled_transaction_types.clone(),
        }
    };
    sent.iter().map(read).collect()
}

/// Converts the sent fee configurations.
pub(super) fn fee_configs(sent: &[&wire::FeeConfig]) -> Vec<FeeConfigRequest> {
    let read = |fee: &&wire::FeeConfig| FeeConfigRequest {
        fee_type: fee.fee_type,
        source_currency: fee.source_currency,
        variable_bps: i64::from(fee.variable_fee_bps.0),
        fixed: Amount::new(fee.fixed_fee.amount.0, fee.fixed_fee.currency),
    };
    sent.iter().map(read).collect()
}

/// Merges the sent fields into a stored document, recursively for objects.
pub(super) fn document(
    stored: Option<&Value>,
    sent: Option<&impl Serialize>,
) -> Result<Option<Value>, ApiError> {
    let Some(sent) = sent else { return Ok(stored.cloned()) };
    let mut merged = stored.cloned().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
    put_over(&mut merged, serde_json::to_value(sent).map_err(ApiError::internal)?);
    Ok(Some(merged))
}

fn put_over(stored: &mut Value, sent: Value) {
    match (stored, sent) {
        (Value::Object(stored), Value::Object(sent)) => {
            for (name, value) in sent {
                put_over(stored.entry(name).or_insert(Value::Null), value);
            }
        }
        (stored, sent) => *stored = sent,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_is_merged_field_by_field_at_every_depth() {
        let first = document(None, Some(&json!({"displayName": "A", "email": {"fromName": "N"}}))).unwrap();
        let second = json!({"email": {"subject": "S"}, "sms": {"bodyText": "T"}});
        assert_eq!(
            document(first.as_ref(), Some(&second)).unwrap(),
            Some(json!({
                "displayName": "A",
                "email": {"fromName": "N", "subject": "S"},
                "sms": {"bodyText": "T"}
            }))
        );
        assert_eq!(document(first.as_ref(), None::<&Value>).unwrap(), first);
        assert_eq!(document(None, None::<&Value>).unwrap(), None);
    }
}
