//! The life of money that matches no account and no quote (money 3.5).

use crate::machine::TransitionRefused;
use crate::named::{events, named};

named! {
    /// The status of money that matches no account and no quote.
    pub enum UnmatchedStatus {
        Held = "HELD",
        /// In suspense, and being returned to its payer.
        Returning = "RETURNING",
        /// Returned to its payer.
        Returned = "RETURNED",
        /// Attributed to an account as a deposit.
        Credited = "CREDITED",
    }
}

impl UnmatchedStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Held => "in suspense: it matches no account and no quote",
            Self::Returning => "in suspense, and being returned to its payer",
            Self::Returned => "returned to its payer",
            Self::Credited => "credited to an account as a deposit",
        }
    }
}

events! {
    /// An event of unmatched money.
    pub enum UnmatchedEvent {
        /// an operator attributes it to an account: it becomes a deposit, L2
        Attributed,
        /// an operator returns it: its rail is instructed
        SentBack,
        /// its payer has received it
        Returned,
        /// its rail does not return it: an operator decides again
        Kept,
    }
}

/// Returns the status after an event.
///
/// # Errors
/// [`TransitionRefused`] if the money cannot make this move.
pub fn next_unmatched(
    status: UnmatchedStatus,
    event: UnmatchedEvent,
) -> Result<UnmatchedStatus, TransitionRefused<UnmatchedStatus, UnmatchedEvent>> {
    use UnmatchedEvent as E;
    use UnmatchedStatus as S;
    match (status, event) {
        (S::Held, E::Attributed) => Ok(S::Credited),
        (S::Held, E::SentBack) => Ok(S::Returning),
        (S::Returning, E::Returned) => Ok(S::Returned),
        (S::Returning, E::Kept) => Ok(S::Held),
        (S::Returning | S::Returned | S::Credited, E::Attributed | E::SentBack)
        | (S::Held | S::Returned | S::Credited, E::Returned | E::Kept) => {
            Err(TransitionRefused { state: status, event })
        }
    }
}
