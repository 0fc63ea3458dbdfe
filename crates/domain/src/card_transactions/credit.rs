//! The effects of events on a card transaction that credits the card (cards 8.6.1).

use super::figures::{EventRefused, Figures};
use super::movement::Movement;
use super::states::credit::{CreditEvent as E, CreditState, next};

/// A card transaction that credits the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credit {
    pub state: CreditState,
    pub figures: Figures,
}

/// An event that is applied to a credit. Amounts are smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreditInput {
    /// A clearing by the network, more than 0.
    Clearing(i64),
    /// The transaction ends: expiry, or a clearing of 0.
    End,
    /// Cleared amounts are posted to the account, or to suspense.
    Post {
        /// The sum of clearings to post up to.
        up_to: i64,
        /// The account is active and can be credited; otherwise the amount goes to suspense.
        accepts_credit: bool,
    },
    /// The posting has failed and is undone.
    PostingFailed {
        /// The amount that the account's balance covers, in smallest units of the card's currency.
        spendable: i64,
    },
}

/// The result of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditStep {
    pub after: Credit,
    /// `None` if nothing is booked.
    pub movement: Option<Movement>,
}

impl Credit {
    /// Returns an approved credit; no money has moved.
    #[must_use]
    pub fn authorized(amount: i64) -> Self {
        Self { state: CreditState::Authorized, figures: Figures::authorized(amount) }
    }

    /// Returns an approved single-message credit: cleared at once, and not posted yet.
    ///
    /// # Errors
    /// Never for a positive amount.
    pub fn single_message(amount: i64) -> Result<Self, EventRefused> {
        Ok(Self::authorized(amount).apply(CreditInput::Clearing(amount))?.after)
    }

    #[must_use]
    pub fn declined(amount: i64) -> Self {
        Self { state: CreditState::Declined, figures: Figures::authorized(amount) }
    }

    /// Applies an event and returns the resulting transaction and movement.
    ///
    /// # Errors
    /// The reason why the event is not applied.
    pub fn apply(&self, input: CreditInput) -> Result<CreditStep, EventRefused> {
        let mut step = CreditStep { after: *self, movement: None };
        match input {
            CreditInput::Clearing(amount) => step.clear(amount)?,
            CreditInput::End => {
                step.transition(E::Ended)?;
                step.after.figures.settled = Some(step.after.figures.settled_sum());
            }
            CreditInput::Post { up_to, accepts_credit } => step.post(up_to, accepts_credit),
            CreditInput::PostingFailed { spendable } => step.undo(spendable)?,
        }
        Ok(step)
    }
}

impl CreditStep {
    fn transition(&mut self, event: E) -> Result<(), EventRefused> {
        self.after.state = next(self.after.state, event).map_err(|_| EventRefused::State)?;
        Ok(())
    }

    fn clear(&mut self, amount: i64) -> Result<(), EventRefused> {
        self.after.figures.clear(amount)?;
        let figures = self.after.figures;
        let is_whole = figures.settled_sum() >= figures.authorized;
        self.transition(if is_whole { E::Cleared } else { E::ClearedInPart })
    }

    /// Posts clearings (row 11). Amounts that were undone or posted before are not posted again.
    fn post(&mut self, up_to: i64, accepts_credit: bool) {
        let figures = &mut self.after.figures;
        let amount = up_to.min(figures.settled_sum()) - figures.credited;
        if amount <= 0 || self.after.state == CreditState::Exception {
            return;
        }
        let (credited, suspended) = if accepts_credit { (amount, 0) } else { (0, amount) };
        figures.credited += amount;
        figures.suspended += suspended;
        self.movement = Some(Movement::Credited { credited, suspended });
    }

    /// Reverses the posting. If the balance does not cover the amount, the service carries all of it.
    fn undo(&mut self, spendable: i64) -> Result<(), EventRefused> {
        self.transition(E::PostingFailed)?;
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
