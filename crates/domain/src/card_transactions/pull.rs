//! Pulls: debits of the funding source for a card transaction (cards 8.4).

use super::figures::NotApplied;
use super::states::pull::{PullEvent, PullStatus, created, next};
/// One pull, in smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pull {
    /// Which one of its transaction, from 1.
    pub number: u32,
    /// Where it stands.
    pub status: PullStatus,
    /// What was pulled; of one whose check failed, what was to be.
    pub amount: i64,
    /// How much of it clearings have taken.
    pub captured: i64,
    /// How much of it was let go again.
    pub released: i64,
}

impl Pull {
    /// A pull; whether its check has passed decides how it begins.
    pub(super) const fn new(number: u32, amount: i64, captured: i64, is_covered: bool) -> Self {
        let captured = if is_covered { captured } else { 0 };
        Self { number, status: created(is_covered), amount, captured, released: 0 }
    }

    /// What of it is still held.
    #[must_use]
    pub const fn held(&self) -> i64 {
        match self.status {
            PullStatus::Pending | PullStatus::Confirmed => self.amount - self.captured - self.released,
            PullStatus::Failed => 0,
        }
    }

    /// Whether anything can still become of it.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.status, PullStatus::Pending) || self.held() > 0
    }

    /// Gives it the next status.
    pub(super) fn take(&mut self, event: PullEvent) -> Result<(), NotApplied> {
        self.status = next(self.status, event).map_err(|_| NotApplied::State)?;
        Ok(())
    }
}
