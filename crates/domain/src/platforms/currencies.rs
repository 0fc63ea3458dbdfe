//! The currencies that a platform supports (customers 1.2).

use serde::{Deserialize, Serialize};

use crate::currency;
use crate::customers::CustomerInfoField;
use crate::money::CurrencyCode;
use crate::payments::TransactionType;

/// A currency of a platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupportedCurrency {
    pub currency: CurrencyCode,
    /// The minimum that one payment may send, in smallest units.
    pub min_amount: i64,
    /// The maximum that one payment may send, in smallest units.
    pub max_amount: i64,
    /// The information that the platform requests about counterparties.
    pub required_counterparty_fields: Vec<CounterpartyField>,
    /// Permitted transaction types. If empty, the currency can only be held.
    pub transaction_types: Vec<TransactionType>,
}

/// A piece of information that a platform requests about counterparties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterpartyField {
    pub name: CustomerInfoField,
    /// `true` if payments without it are refused.
    pub mandatory: bool,
}

/// The refusal of one currency in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrencyRefusal {
    /// The index in the request's list, from 0.
    pub at: usize,
    pub reason: CurrencyReason,
}

/// The reason why a currency of a platform is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CurrencyReason {
    /// The service does not support the currency.
    Unknown,
    /// The list has the currency twice.
    Repeated,
    MinimumAboveMaximum,
    /// A counterparty field is requested twice.
    FieldRepeated {
        /// The index in the currency's list of fields, from 0.
        at: usize,
    },
}

/// The default maximum of one payment, in smallest units (conventions 2).
const DEFAULT_MAX_AMOUNT: i64 = 100_000_000_000;

/// Returns the default currencies of a new platform (conventions 2), or those of a platform created with
/// others: both types of transactions, no counterparty fields.
#[must_use]
pub fn default_currencies(codes: &[CurrencyCode]) -> Vec<SupportedCurrency> {
    let supported = |currency: &CurrencyCode| SupportedCurrency {
        currency: *currency,
        min_amount: 1,
        max_amount: DEFAULT_MAX_AMOUNT,
        required_counterparty_fields: Vec::new(),
        transaction_types: TransactionType::ALL.to_vec(),
    };
    codes.iter().map(supported).collect()
}

/// Checks a list of currencies. The shape of the request already guarantees at least one entry, no negative
/// amounts and no unknown fields.
///
/// # Errors
/// All refusals, in the order of the list.
pub fn check_currencies(list: &[SupportedCurrency]) -> Result<(), Vec<CurrencyRefusal>> {
    let mut refusals = Vec::new();
    for (at, entry) in list.iter().enumerate() {
        let mut refuse = |reason| refusals.push(CurrencyRefusal { at, reason });
        if currency::find(entry.currency).is_none() {
            refuse(CurrencyReason::Unknown);
        }
        if list[..at].iter().any(|earlier| earlier.currency == entry.currency) {
            refuse(CurrencyReason::Repeated);
        }
        if entry.min_amount > entry.max_amount {
            refuse(CurrencyReason::MinimumAboveMaximum);
        }
        let fields = &entry.required_counterparty_fields;
        for (place, field) in fields.iter().enumerate() {
            if fields[..place].iter().any(|earlier| earlier.name == field.name) {
                refuse(CurrencyReason::FieldRepeated { at: place });
            }
        }
    }
    if refusals.is_empty() { Ok(()) } else { Err(refusals) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_sound() {
        let list = default_currencies(&[CurrencyCode::USD, CurrencyCode::USDC, CurrencyCode::USDB]);
        assert_eq!(check_currencies(&list), Ok(()));
        assert_eq!(list[0].transaction_types.len(), 2);
        assert_eq!((list[0].min_amount, list[0].max_amount), (1, 100_000_000_000));
    }

    #[test]
    fn everything_wrong_is_found_at_once() {
        let field = |name| CounterpartyField { name, mandatory: true };
        let mut list =
            default_currencies(&[CurrencyCode::USD, CurrencyCode::literal("XYZ"), CurrencyCode::USD]);
        list[0].min_amount = list[0].max_amount + 1;
        list[2].required_counterparty_fields = vec![
            field(CustomerInfoField::Email),
            field(CustomerInfoField::FullName),
            field(CustomerInfoField::Email),
        ];
        let refusals = check_currencies(&list).unwrap_err();
        let wrong: Vec<_> = refusals.into_iter().map(|refusal| (refusal.at, refusal.reason)).collect();
        assert_eq!(
            wrong,
            [
                (0, CurrencyReason::MinimumAboveMaximum),
                (1, CurrencyReason::Unknown),
                (2, CurrencyReason::Repeated),
                (2, CurrencyReason::FieldRepeated { at: 2 }),
            ]
        );
    }
}
