//! Amounts of the card's currency in the units of the ledger (cards 1.1).

use crate::cards::card_currency;
use crate::currency;
use crate::money::{Amount, CurrencyCode};

/// How amounts of a card stand in the ledger: `u(x)` of cards 1.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Units {
    /// The currency of the funding sources.
    currency: CurrencyCode,
    /// Smallest units of it in one of the card's.
    factor: i64,
}

impl Units {
    /// The conversion for funding sources in this currency; none where they fund no card, or hold
    /// less than its smallest unit.
    #[must_use]
    pub fn of(sources: CurrencyCode) -> Option<Self> {
        let decimals = |code| currency::find(code).map(|info| info.decimals);
        let places = decimals(sources)?.checked_sub(decimals(card_currency(sources)?)?)?;
        Some(Self { currency: sources, factor: 10_i64.checked_pow(u32::from(places))? })
    }

    /// The same amount in the ledger; none where it does not fit.
    #[must_use]
    pub fn of_card(self, minor: i64) -> Option<Amount> {
        Some(Amount::new(minor.checked_mul(self.factor)?, self.currency))
    }

    /// How much of a card's currency a balance covers.
    #[must_use]
    pub const fn covers(self, balance: i64) -> i64 {
        balance.div_euclid(self.factor)
    }

    /// The amount in the card's currency; none where it is not a whole one.
    #[must_use]
    pub const fn to_card(self, minor: i64) -> Option<i64> {
        if minor % self.factor == 0 { Some(minor / self.factor) } else { None }
    }
}
