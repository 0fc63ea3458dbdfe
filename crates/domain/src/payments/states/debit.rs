//! The status of a direct debit that funds a payment (money 2.2, L5p).

use crate::machine::Refused;
use crate::named::{events, named};

named! {
    /// The status of a direct debit that funds a payment.
    pub enum DebitStatus {
        /// The rail has it, or will be sent it.
        Pending = "PENDING",
        /// The money is here.
        Settled = "SETTLED",
        /// The money did not come and will not.
        Failed = "FAILED",
    }
}

events! {
    /// What can happen to a direct debit.
    pub enum DebitEvent {
        /// the money is here: L5p, second half
        Arrived,
        /// the rail reports that it did not succeed: L5p is reversed
        DidNotSucceed,
    }
}

/// The status after an event.
///
/// # Errors
/// When the debit cannot make this move.
pub fn next_debit(
    status: DebitStatus,
    event: DebitEvent,
) -> Result<DebitStatus, Refused<DebitStatus, DebitEvent>> {
    use DebitEvent as E;
    use DebitStatus as S;
    match (status, event) {
        (S::Pending, E::Arrived) => Ok(S::Settled),
        (S::Pending, E::DidNotSucceed) => Ok(S::Failed),
        (S::Settled | S::Failed, E::Arrived | E::DidNotSucceed) => Err(Refused { state: status, event }),
    }
}
