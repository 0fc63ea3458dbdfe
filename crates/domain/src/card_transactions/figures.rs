//! The amounts of a card transaction, from which its summaries are derived (cards 8.1).

use std::fmt;

/// A number of items and their total amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    pub count: u32,
    /// In smallest units of the card's currency.
    pub amount: i64,
}

/// The amounts of a card transaction, in smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// The authorized amount (`A`).
    pub authorized: i64,
    /// The sum of clearings (`S`); `None` before the first clearing or the closing event.
    pub settled: Option<i64>,
    /// The sum of returns that are not reversed (`R`); `None` before the first return.
    pub refunded: Option<i64>,
    /// The amount still held of the funding source (`H`).
    pub held: i64,
    /// The amount that the service carries in place of the funding source.
    pub shortfall: i64,
    /// The amount in suspense, because the account cannot be credited.
    pub suspended: i64,
    /// The part of a credit's clearings that was credited, to the account or to suspense.
    pub credited: i64,
    /// The number of pulls, failed ones included, and the sum of those that did not fail, less released
    /// amounts.
    pub pulls: Tally,
    /// Pulls that are not confirmed yet.
    pub pending_pulls: u32,
    pub clearings: u32,
    /// Returns that are not reversed.
    pub returns: u32,
}

impl Figures {
    /// Returns the amounts of a transaction of which no money has moved.
    #[must_use]
    pub fn authorized(amount: i64) -> Self {
        Self { authorized: amount, ..Self::default() }
    }

    #[must_use]
    pub fn settled_sum(&self) -> i64 {
        self.settled.unwrap_or_default()
    }

    #[must_use]
    pub fn refunded_sum(&self) -> i64 {
        self.refunded.unwrap_or_default()
    }

    /// Returns the amount that can still be returned.
    #[must_use]
    pub fn returnable(&self) -> i64 {
        self.settled_sum() - self.refunded_sum()
    }

    /// Returns the part of a clearing that is not held, which is pulled post-hoc.
    #[must_use]
    pub fn post_hoc(&self, clearing: i64) -> i64 {
        clearing - clearing.min(self.held)
    }

    pub(super) fn has_returns(&self) -> bool {
        self.refunded_sum() > 0
    }

    pub(super) fn clear(&mut self, amount: i64) -> Result<(), EventRefused> {
        self.settled = Some(self.settled_sum().checked_add(amount).ok_or(EventRefused::TooLarge)?);
        self.clearings = self.clearings.checked_add(1).ok_or(EventRefused::TooLarge)?;
        Ok(())
    }

    /// Counts a pull and returns its number. An uncovered pull has failed: it adds to neither the sum nor the
    /// pending pulls.
    pub(super) fn pull(&mut self, amount: i64, is_covered: bool) -> Result<u32, EventRefused> {
        self.pulls.count = self.pulls.count.checked_add(1).ok_or(EventRefused::TooLarge)?;
        if is_covered {
            self.pulls.amount = self.pulls.amount.checked_add(amount).ok_or(EventRefused::TooLarge)?;
            self.pending_pulls += 1;
        }
        Ok(self.pulls.count)
    }
}

/// The reason why an event of the network is not applied. The transaction is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventRefused {
    /// The transaction's state or direction does not allow it.
    State,
    /// The return exceeds the settled amount that is not yet returned.
    AboveSettled,
    /// The balance does not cover it.
    NotCovered,
    /// A sum overflows.
    TooLarge,
    /// The network sent an amount that is negative, or 0 if an amount is required.
    NotAnAmount,
}

impl fmt::Display for EventRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::State => "the card transaction's state does not allow it",
            Self::AboveSettled => "the return exceeds the settled amount",
            Self::NotCovered => "the balance does not cover it",
            Self::TooLarge => "an amount is too large",
            Self::NotAnAmount => "an amount is negative, or 0 although an amount is required",
        })
    }
}

impl std::error::Error for EventRefused {}
