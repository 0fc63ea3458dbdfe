//! Conversion between the card's currency and the units of the ledger (cards 1.1).

use crate::cards::card_currency;
use crate::currency;
use crate::money::{Amount, CurrencyCode};

/// The conversion of a card's amounts to those of the ledger: `u(x)` of cards 1.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Units {
    /// The currency of the funding sources.
    currency: CurrencyCode,
    /// Smallest units of that currency in one smallest unit of the card's currency.
    factor: i64,
}

impl Units {
    /// Returns the conversion for funding sources in this currency, or `None` if it cannot fund a card or its
    /// smallest unit is larger than the card's.
    #[must_use]
    pub fn of(sources: CurrencyCode) -> Option<Self> {
        let decimals = |code| currency::find(code).map(|info| info.decimals);
        let places = decimals(sources)?.checked_sub(decimals(card_currency(sources)?)?)?;
        Some(Self { currency: sources, factor: 10_i64.checked_pow(u32::from(places))? })
    }

    /// Returns the same amount in the ledger's units, or `None` on overflow.
    #[must_use]
    pub fn of_card(self, minor: i64) -> Option<Amount> {
        Some(Amount::new(minor.checked_mul(self.factor)?, self.currency))
    }

    /// Returns the amount in the card's currency that a balance covers, rounded down.
    #[must_use]
    pub const fn covers(self, balance: i64) -> i64 {
        balance.div_euclid(self.factor)
    }

    /// Returns the amount in the card's currency, or `None` if it is not a whole number of smallest units.
    #[must_use]
    pub const fn to_card(self, minor: i64) -> Option<i64> {
        if minor % self.factor == 0 { Some(minor / self.factor) } else { None }
    }
}
