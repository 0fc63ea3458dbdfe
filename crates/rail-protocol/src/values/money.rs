//! Money.

use causeway_vocabulary::CurrencyCode;

use super::integers::MinorUnits;
use crate::shape::messages;

messages! {
    /// An amount of money (rails 5.1).
    pub struct Money {
        /// In the smallest unit of the currency: a JSON integer, never a text, a fraction or an exponent.
        amount: MinorUnits = "amount",
        currency: CurrencyCode = "currency",
    }
}

impl Money {
    /// Returns the rest after `other`, or `None` if nothing remains or the currencies differ.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Option<Self> {
        let rest = self.amount.get().checked_sub(other.amount.get())?;
        let is_same_currency = self.currency == other.currency;
        let amount = MinorUnits::new(rest).ok().filter(|_| is_same_currency)?;
        Some(Self { amount, currency: self.currency })
    }
}
