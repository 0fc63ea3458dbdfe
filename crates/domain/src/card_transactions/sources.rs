//! Which funding source pays, or is paid (cards 8.3).

use super::CardDeclineReason;

/// A funding source as a decision sees it, in the order of the card's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Whether its account is active.
    pub is_active: bool,
    /// Whether it is an embedded wallet that has no active delegated key for the card.
    pub lacks_key: bool,
    /// What its balance covers, in smallest units of the card's currency.
    pub spendable: i64,
}

impl Source {
    /// Whether it may be debited at all.
    #[must_use]
    pub const fn is_usable(&self) -> bool {
        self.is_active && !self.lacks_key
    }
}

/// The first source that funds the whole amount, by its place in the list.
///
/// # Errors
/// Why there is none.
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

/// The first source that can be paid, by its place in the list.
///
/// # Errors
/// When none is active.
pub fn choose_for_credit(sources: &[Source]) -> Result<usize, CardDeclineReason> {
    let place = sources.iter().position(|source| source.is_active);
    place.ok_or(CardDeclineReason::FundingSourceUnavailable)
}
