//! What becomes of money that fits no account and no quote (money 3.5).

use crate::machine::Refused;
use crate::named::{events, named};

named! {
    /// Where money stands that fits no account and no quote.
    pub enum UnmatchedStatus {
        /// In suspense.
        Held = "HELD",
        /// In suspense, and on its way back to its payer.
        Returning = "RETURNING",
        /// With its payer again.
        Returned = "RETURNED",
        /// A deposit into an account.
        Credited = "CREDITED",
    }
}

events! {
    /// What can happen to it.
    pub enum UnmatchedEvent {
        /// an operator knows whose it is: it becomes a deposit, L2
        Attributed,
        /// an operator sends it back: its rail is instructed
        SentBack,
        /// its payer has it again
        Returned,
        /// its rail keeps it: an operator decides once more
        Kept,
    }
}

/// The status after an event.
///
/// # Errors
/// When the money cannot make this move.
pub fn next_unmatched(
    status: UnmatchedStatus,
    event: UnmatchedEvent,
) -> Result<UnmatchedStatus, Refused<UnmatchedStatus, UnmatchedEvent>> {
    use UnmatchedEvent as E;
    use UnmatchedStatus as S;
    match (status, event) {
        (S::Held, E::Attributed) => Ok(S::Credited),
        (S::Held, E::SentBack) => Ok(S::Returning),
        (S::Returning, E::Returned) => Ok(S::Returned),
        (S::Returning, E::Kept) => Ok(S::Held),
        (S::Returning | S::Returned | S::Credited, E::Attributed | E::SentBack)
        | (S::Held | S::Returned | S::Credited, E::Returned | E::Kept) => {
            Err(Refused { state: status, event })
        }
    }
}
