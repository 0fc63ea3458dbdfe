//! The exchange rate that clients see of a price (money 6.1).

use super::corridor::Decimals;
use super::decimal::{Decimal, power_of_ten};
use super::price::Price;
use super::rate::{base_precision, display_quotient};

/// More digits than any two amounts need: the quotient of the largest by 1 has 16.
const EXTRA_DIGITS: u8 = 24;

impl Price {
    /// Returns e of money 6.1: sending units per one receiving unit. It has the digits of every displayed
    /// rate, and as many more as the amounts need to follow from it within one smallest unit.
    #[must_use]
    pub fn display_rate(&self, decimals: Decimals) -> Decimal {
        self.displayed(Decimal::ONE, self.rate.as_decimal(), decimals)
    }

    /// Returns the same of a price that was not made with its rate: N over R.
    #[must_use]
    pub fn display_rate_of_amounts(&self, decimals: Decimals) -> Decimal {
        let amount = |minor: i64, places| Decimal::new(u128::try_from(minor).unwrap_or(0), places);
        let sent = amount(self.net_sending, decimals.sending);
        self.displayed(sent, amount(self.total_receiving, decimals.receiving), decimals)
    }

    /// Returns a / b with the fewest digits from which the amounts follow.
    fn displayed(&self, a: Decimal, b: Decimal, decimals: Decimals) -> Decimal {
        let base = base_precision(a, b);
        let finer = (0..=EXTRA_DIGITS).filter_map(|extra| a.divided_by(b, base.finer(extra)));
        let mut last = display_quotient(a, b).unwrap_or(Decimal::ZERO);
        for rate in finer {
            if self.follows_from(rate, decimals) {
                return rate;
            }
            last = rate;
        }
        last
    }

    /// Returns `true` if N / e is R within one smallest receiving unit. If the conversion has a surplus (R
    /// was locked, and one smallest sending unit buys more than one receiving unit), R · e must be N within
    /// one smallest sending unit instead.
    fn follows_from(&self, rate: Decimal, decimals: Decimals) -> bool {
        let Ok(net) = u64::try_from(self.net_sending) else { return false };
        let Ok(receiving) = u64::try_from(self.total_receiving) else { return false };
        let order = |net: u64, receiving: u64| Sides::new(net, receiving, rate, decimals);
        if self.surplus > 0 {
            let low = order(net.saturating_sub(1), receiving);
            let high = order(net.saturating_add(1), receiving);
            return low.is_some_and(Sides::is_left_at_most) && high.is_some_and(Sides::is_left_at_least);
        }
        let low = order(net, receiving.saturating_add(1));
        let high = order(net, receiving.saturating_sub(1));
        low.is_some_and(Sides::is_left_at_most) && high.is_some_and(Sides::is_left_at_least)
    }
}

/// A sending amount and the worth of a receiving amount at a rate, in one common unit, as products of 256
/// bits.
#[derive(Clone, Copy)]
struct Sides {
    left: (u128, u128),
    right: (u128, u128),
}

impl Sides {
    /// Computes N · 10^(scale of e + receiving decimals) and R · digits of e · 10^(sending decimals), both
    /// divided by their common power of ten. `None` if a power does not fit.
    fn new(net: u64, receiving: u64, rate: Decimal, decimals: Decimals) -> Option<Self> {
        let left = i32::from(rate.scale()) + i32::from(decimals.receiving);
        let right = i32::from(decimals.sending);
        let common = left.min(right);
        let worth = rate.digits().checked_mul(power_of_ten(right - common)?)?;
        Some(Self { left: product(net, power_of_ten(left - common)?), right: product(receiving, worth) })
    }

    fn is_left_at_most(self) -> bool {
        self.left <= self.right
    }

    fn is_left_at_least(self) -> bool {
        self.left >= self.right
    }
}

/// Returns a product as two halves of 128 bits, the upper one first.
fn product(amount: u64, number: u128) -> (u128, u128) {
    const HALF: u32 = 64;
    let amount = u128::from(amount);
    let low = amount * (number & u128::from(u64::MAX));
    // Below 2^128: (2^64 − 1)^2 plus the carry.
    let upper = amount * (number >> HALF) + (low >> HALF);
    (upper >> HALF, upper << HALF | low & u128::from(u64::MAX))
}
