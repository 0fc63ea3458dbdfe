//! What events do to a card transaction that brings money (cards 8.6.1).

use super::figures::{Figures, NotApplied};
use super::movement::Movement;
use super::states::credit::{CreditEvent as E, CreditState, next};

/// A credit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credit {
    /// Where it stands.
    pub state: CreditState,
    /// Its amounts.
    pub figures: Figures,
}

/// What happens to it. Amounts are smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreditInput {
    /// The network has cleared this much, more than 0.
    Clearing(i64),
    /// Nothing more comes: expiry, or a clearing of 0.
    End,
    /// What is cleared is posted, as far as this sum of clearings; whether the account can take it.
    Post {
        /// The sum of clearings to post up to.
        up_to: i64,
        /// Whether the account is active.
        takes: bool,
    },
    /// The posting has failed: it is undone; what the account's balance covers.
    PostingFailed {
        /// In smallest units of the card's currency.
        spendable: i64,
    },
}

/// What an event has made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditStep {
    /// The transaction afterwards.
    pub after: Credit,
    /// What is booked.
    pub movement: Option<Movement>,
}

impl Credit {
    /// A credit that was approved: nothing moves.
    #[must_use]
    pub fn authorized(amount: i64) -> Self {
        Self { state: CreditState::Authorized, figures: Figures::authorized(amount) }
    }

    /// A credit in one message that was approved: cleared at once, and yet to be posted.
    ///
    /// # Errors
    /// None of a positive amount.
    pub fn brought(amount: i64) -> Result<Self, NotApplied> {
        Ok(Self::authorized(amount).apply(CreditInput::Clearing(amount))?.after)
    }

    /// One that was declined.
    #[must_use]
    pub fn declined(amount: i64) -> Self {
        Self { state: CreditState::Declined, figures: Figures::authorized(amount) }
    }

    /// The transaction after an event.
    ///
    /// # Errors
    /// Why the event is not applied.
    pub fn apply(&self, input: CreditInput) -> Result<CreditStep, NotApplied> {
        let mut step = CreditStep { after: *self, movement: None };
        match input {
            CreditInput::Clearing(amount) => step.clear(amount)?,
            CreditInput::End => {
                step.go(E::Ended)?;
                step.after.figures.settled = Some(step.after.figures.settled_sum());
            }
            CreditInput::Post { up_to, takes } => step.post(up_to, takes),
            CreditInput::PostingFailed { spendable } => step.undo(spendable)?,
        }
        Ok(step)
    }
}

impl CreditStep {
    fn go(&mut self, event: E) -> Result<(), NotApplied> {
        self.after.state = next(self.after.state, event).map_err(|_| NotApplied::State)?;
        Ok(())
    }

    fn clear(&mut self, amount: i64) -> Result<(), NotApplied> {
        self.after.figures.clear(amount)?;
        let figures = self.after.figures;
        let is_whole = figures.settled_sum() >= figures.authorized;
        self.go(if is_whole { E::Cleared } else { E::ClearedInPart })
    }

    /// Row 11. What was undone, or is posted already, is not posted again.
    fn post(&mut self, up_to: i64, takes: bool) {
        let figures = &mut self.after.figures;
        let amount = up_to.min(figures.settled_sum()) - figures.credited;
        if amount <= 0 || self.after.state == CreditState::Exception {
            return;
        }
        let (credited, suspended) = if takes { (amount, 0) } else { (0, amount) };
        figures.credited += amount;
        figures.suspended += suspended;
        self.movement = Some(Movement::Credited { credited, suspended });
    }

    /// What the account has spent meanwhile, the service carries.
    fn undo(&mut self, spendable: i64) -> Result<(), NotApplied> {
        self.go(E::PostingFailed)?;
        let figures = &mut self.after.figures;
        let suspended = figures.suspended.min(figures.credited);
        let needed = figures.credited - suspended;
        let (taken, carried) = if needed <= spendable { (needed, 0) } else { (0, needed) };
        if figures.credited > 0 {
            self.movement = Some(Movement::CreditUndone { suspended, taken, carried });
        }
        figures.suspended -= suspended;
        figures.shortfall += carried;
        figures.credited = 0;
        Ok(())
    }
}
