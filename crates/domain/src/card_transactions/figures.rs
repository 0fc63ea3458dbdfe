//! The amounts of a card transaction, from which its summaries are made (cards 8.1).

use std::fmt;

/// How many, and how much together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// How many.
    pub count: u32,
    /// How much, in smallest units of the card's currency.
    pub amount: i64,
}

/// The amounts of a card transaction, in smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// What is authorized (`A`).
    pub authorized: i64,
    /// The sum of clearings (`S`); none before the first clearing or the closing event.
    pub settled: Option<i64>,
    /// The sum of returns that are not reversed (`R`); none before the first return.
    pub refunded: Option<i64>,
    /// What is still held of the funding source (`H`).
    pub held: i64,
    /// What the service carries in its place.
    pub shortfall: i64,
    /// What the account was to get and cannot take.
    pub suspended: i64,
    /// What has been credited of a credit's clearings, to the account or to suspense.
    pub credited: i64,
    /// Pulls, failed ones included; and the sum of those that did not fail, without what was let go again.
    pub pulls: Tally,
    /// Pulls that are not confirmed yet.
    pub pending_pulls: u32,
    /// Clearings.
    pub clearings: u32,
    /// Returns that are not reversed.
    pub returns: u32,
}

impl Figures {
    /// Those of a transaction of which nothing has moved.
    #[must_use]
    pub fn authorized(amount: i64) -> Self {
        Self { authorized: amount, ..Self::default() }
    }

    /// The sum of clearings.
    #[must_use]
    pub fn settled_sum(&self) -> i64 {
        self.settled.unwrap_or_default()
    }

    /// The sum of returns that are not reversed.
    #[must_use]
    pub fn refunded_sum(&self) -> i64 {
        self.refunded.unwrap_or_default()
    }

    /// What can still be returned.
    #[must_use]
    pub fn returnable(&self) -> i64 {
        self.settled_sum() - self.refunded_sum()
    }

    /// What a clearing takes that is not held: it is pulled post-hoc.
    #[must_use]
    pub fn post_hoc(&self, clearing: i64) -> i64 {
        clearing - clearing.min(self.held)
    }

    pub(super) fn has_returns(&self) -> bool {
        self.refunded_sum() > 0
    }

    /// Counts a clearing.
    pub(super) fn clear(&mut self, amount: i64) -> Result<(), NotApplied> {
        self.settled = Some(self.settled_sum().checked_add(amount).ok_or(NotApplied::TooLarge)?);
        self.clearings = self.clearings.checked_add(1).ok_or(NotApplied::TooLarge)?;
        Ok(())
    }

    /// Counts a pull.
    pub(super) fn pull(&mut self, amount: i64, is_covered: bool) -> Result<u32, NotApplied> {
        self.pulls.count = self.pulls.count.checked_add(1).ok_or(NotApplied::TooLarge)?;
        if is_covered {
            self.pulls.amount = self.pulls.amount.checked_add(amount).ok_or(NotApplied::TooLarge)?;
            self.pending_pulls += 1;
        }
        Ok(self.pulls.count)
    }
}

/// Why an event of the network is not applied. Nothing has changed then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotApplied {
    /// The transaction's state or direction does not allow it.
    State,
    /// More is returned than was settled and not yet returned.
    AboveSettled,
    /// The balance does not cover it.
    NotCovered,
    /// A sum does not fit.
    TooLarge,
    /// The network names an amount that nothing can have.
    NotAnAmount,
}

impl fmt::Display for NotApplied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::State => "the card transaction's state does not allow it",
            Self::AboveSettled => "more is returned than was settled",
            Self::NotCovered => "the balance does not cover it",
            Self::TooLarge => "an amount does not fit",
            Self::NotAnAmount => "an amount is negative, or 0 where there must be one",
        })
    }
}

impl std::error::Error for NotApplied {}
