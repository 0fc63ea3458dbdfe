//! The status of a refund (money 9).

use crate::machine::Refused;
use crate::named::events;

use super::super::status::RefundStatus;

events! {
    /// What can happen to a refund.
    pub enum RefundEvent {
        /// the money is back where it came from: L4c, L5d, L5e
        Returned,
        /// the money cannot be returned: L5g, an operator resolves
        CouldNotReturn,
        /// the partner delivered the cancelled payment anyway: no posting
        DeliveredAnyway,
        /// an operator resolves what could not be returned: out of suspense
        Resolved,
    }
}

/// The status after an event.
///
/// # Errors
/// When the refund cannot make this move.
pub fn next_refund(
    status: RefundStatus,
    event: RefundEvent,
) -> Result<RefundStatus, Refused<RefundStatus, RefundEvent>> {
    use RefundEvent as E;
    use RefundStatus as S;
    match (status, event) {
        (S::Pending, E::Returned) => Ok(S::Completed),
        (S::Pending, E::CouldNotReturn | E::DeliveredAnyway) => Ok(S::Failed),
        // What the payer is owed stays owed.
        (S::Failed, E::Resolved) => Ok(S::Completed),
        (S::Completed | S::Failed, E::Returned | E::CouldNotReturn | E::DeliveredAnyway)
        | (S::Pending | S::Completed, E::Resolved) => Err(Refused { state: status, event }),
    }
}
