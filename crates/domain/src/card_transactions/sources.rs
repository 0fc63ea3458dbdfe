//! The choice of the funding source of a card transaction (cards 8.3).

use super::CardDeclineReason;

/// A funding source in a decision, in the order of the card's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    pub is_active: bool,
    /// The source is an embedded wallet without an active delegated key for the card.
    pub lacks_key: bool,
    /// The amount that its balance covers, in smallest units of the card's currency.
    pub spendable: i64,
}

impl Source {
    /// Returns `true` if it may be debited at all.
    #[must_use]
    pub const fn is_usable(&self) -> bool {
        self.is_active && !self.lacks_key
    }
}

/// Returns the index of the first source that covers the whole amount.
///
/// # Errors
/// The decline reason if no source covers it.
pub fn choose_for_debit(sources: &[Source], amount: i64) -> Result<usize, CardDeclineReason> {
    let funds = |source: &Source| source.is_usable() && source.spendable >= amount;
    if let Some(place) = sources.iter().position(funds) {
        return Ok(place);
    }
    if sources.iter().any(Source::is_usable) {
        return Err(CardDeclineReason::InsufficientFunds);
    }
    if sources.iter().any(|source| source.is_active && source.lacks_key) {
        return Err(CardDeclineReason::DelegatedKeyRequired);
    }
    Err(CardDeclineReason::FundingSourceUnavailable)
}

/// Returns the index of the first source that can be credited.
///
/// # Errors
/// When none is active.
pub fn choose_for_credit(sources: &[Source]) -> Result<usize, CardDeclineReason> {
    let place = sources.iter().position(|source| source.is_active);
    place.ok_or(CardDeclineReason::FundingSourceUnavailable)
}
