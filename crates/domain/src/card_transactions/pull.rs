//! Pulls: debits of the funding source for a card transaction (cards 8.4).

use super::figures::EventRefused;
use super::states::pull::{PullEvent, PullStatus, created, next};
/// One pull, in smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pull {
    /// Counts from 1 within its transaction.
    pub number: u32,
    pub status: PullStatus,
    /// The pulled amount; if the check of the funding source failed, the amount that was to be pulled.
    pub amount: i64,
    /// The part that clearings have taken.
    pub captured: i64,
    /// The part that was released.
    pub released: i64,
}

impl Pull {
    /// Returns a new pull: pending if the funding source covers it, otherwise failed.
    pub(super) const fn new(number: u32, amount: i64, captured: i64, is_covered: bool) -> Self {
        let captured = if is_covered { captured } else { 0 };
        Self { number, status: created(is_covered), amount, captured, released: 0 }
    }

    /// Returns the part that is still held.
    #[must_use]
    pub const fn held(&self) -> i64 {
        match self.status {
            PullStatus::Pending | PullStatus::Confirmed => self.amount - self.captured - self.released,
            PullStatus::Failed => 0,
        }
    }

    /// Returns `true` if it can still change: it awaits its confirmation, or a part of it is held.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.status, PullStatus::Pending) || self.held() > 0
    }

    /// Applies an event to the status.
    pub(super) fn take(&mut self, event: PullEvent) -> Result<(), EventRefused> {
        self.status = next(self.status, event).map_err(|_| EventRefused::State)?;
        Ok(())
    }
}
