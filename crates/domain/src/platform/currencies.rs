//! The currencies that a platform works with (customers 1.2).

use serde::{Deserialize, Serialize};

use crate::currency;
use crate::customers::CustomerInfoField;
use crate::money::CurrencyCode;
use crate::payments::TransactionType;

/// A currency of a platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupportedCurrency {
    /// Which currency.
    pub currency: CurrencyCode,
    /// The least that one payment may send, in smallest units.
    pub min_amount: i64,
    /// The most that one payment may send, in smallest units.
    pub max_amount: i64,
    /// What the platform wants to know about counterparties.
    pub required_counterparty_fields: Vec<CounterpartyField>,
    /// What the currency may be used for; nothing means that it is only held.
    pub transaction_types: Vec<TransactionType>,
}

/// A fact that a platform wants to know about counterparties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterpartyField {
    /// Which fact.
    pub name: CustomerInfoField,
    /// Whether a payment without it is refused.
    pub mandatory: bool,
}

/// Why a list of currencies is refused; `at` is the place of the currency in the list, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrencyRefused {
    /// The place in the request's list.
    pub at: usize,
    /// What is wrong.
    pub reason: CurrencyReason,
}

/// What is wrong with a currency of a platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CurrencyReason {
    /// The service does not know it.
    Unknown,
    /// It stands in the list twice.
    Repeated,
    /// The least amount is above the largest.
    MinimumAboveMaximum,
    /// A fact about counterparties is asked for twice; `at` is its place.
    FieldRepeated {
        /// The place in the currency's list of facts.
        at: usize,
    },
}

/// The largest amount of one payment on a platform that has not said otherwise (conventions 2).
const DEFAULT_MAX_AMOUNT: i64 = 100_000_000_000;

/// The currencies of a platform that nobody has configured (conventions 2), and of one created with others:
/// both kinds of transactions, no facts about counterparties.
#[must_use]
pub fn default_currencies(codes: &[CurrencyCode]) -> Vec<SupportedCurrency> {
    let supported = |currency: &CurrencyCode| SupportedCurrency {
        currency: *currency,
        min_amount: 1,
        max_amount: DEFAULT_MAX_AMOUNT,
        required_counterparty_fields: Vec::new(),
        transaction_types: TransactionType::EVERY.to_vec(),
    };
    codes.iter().map(supported).collect()
}

/// Checks a list of currencies. That it has an entry, no negative amounts and no unknown facts is a matter of
/// its shape.
///
/// # Errors
/// Everything that is wrong with it, in the order of the list.
pub fn check_currencies(list: &[SupportedCurrency]) -> Result<(), Vec<CurrencyRefused>> {
    let mut refused = Vec::new();
    for (at, entry) in list.iter().enumerate() {
        let mut refuse = |reason| refused.push(CurrencyRefused { at, reason });
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
    if refused.is_empty() { Ok(()) } else { Err(refused) }
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
        let refused = check_currencies(&list).unwrap_err();
        let wrong: Vec<_> = refused.into_iter().map(|refused| (refused.at, refused.reason)).collect();
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
