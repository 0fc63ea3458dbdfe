//! The states of a quote (money 8.7).

use crate::machine::Refused;
use crate::named::events;

pub use causeway_vocabulary::quotes::QuoteStatus;

events! {
    /// What can happen to a quote.
    pub enum QuoteEvent {
        /// execute by a customer under strong authentication
        AuthorizationRequired,
        /// authorized, real-time funding: instructions are issued
        AuthorizedToFund,
        /// authorized, prefunded (last challenge): L5a, L5b
        AuthorizedToPay,
        /// challenge expires unanswered (`SCA_NOT_COMPLETED`)
        AuthorizationLapsed,
        /// execute, or exact funding in time: L5a/L5p/L6, L5b
        Started,
        /// `expiresAt` is reached
        ExpiryReached,
        /// another amount than the quote's arrived
        FundingMismatched,
        /// liquidity refuses the locked rate
        RateRefused,
        /// failure before anything was debited
        FailedBeforeDebit,
        /// the debit of its source failed: L5p is reversed
        DebitFailed,
        /// payout delivered: L5c
        Delivered,
        /// payout failed: refund L5e
        PayoutFailed,
        /// cancelled and refunded (money 10.7)
        CancelledAndRefunded,
        /// bank return: L5f
        Returned,
    }
}

/// The status of a new quote. Only one whose instructions must be withheld, real-time funding of a
/// customer under strong authentication, starts by waiting for it.
#[must_use]
pub const fn created(is_withheld_for_authorization: bool) -> QuoteStatus {
    if is_withheld_for_authorization { QuoteStatus::PendingAuthorization } else { QuoteStatus::Pending }
}

/// The status after an event.
///
/// # Errors
/// When the quote cannot make this move.
pub fn next(status: QuoteStatus, event: QuoteEvent) -> Result<QuoteStatus, Refused<QuoteStatus, QuoteEvent>> {
    use QuoteEvent as E;
    use QuoteStatus::{Completed, Expired, Failed, Pending, PendingAuthorization, Processing};
    match (status, event) {
        (Pending, E::Started) => Ok(Processing),
        (Pending, E::AuthorizationRequired) => Ok(PendingAuthorization),
        (Pending, E::ExpiryReached) => Ok(Expired),
        (Pending, E::FundingMismatched | E::RateRefused | E::FailedBeforeDebit) => Ok(Failed),

        (PendingAuthorization, E::AuthorizedToFund) => Ok(Pending),
        (PendingAuthorization, E::AuthorizedToPay) => Ok(Processing),
        // A further challenge: the authorization is not complete yet.
        (PendingAuthorization, E::AuthorizationRequired) => Ok(PendingAuthorization),
        (
            PendingAuthorization,
            E::AuthorizationLapsed | E::ExpiryReached | E::RateRefused | E::FailedBeforeDebit,
        ) => Ok(Failed),

        (Processing, E::Delivered) => Ok(Completed),
        (Processing, E::DebitFailed | E::PayoutFailed | E::CancelledAndRefunded) => Ok(Failed),

        (Completed, E::Returned) => Ok(Failed),

        (Processing | Completed | Failed | Expired, E::AuthorizationRequired)
        | (Pending | Processing | Completed | Failed | Expired, E::AuthorizedToFund)
        | (Pending | Processing | Completed | Failed | Expired, E::AuthorizedToPay)
        | (Pending | Processing | Completed | Failed | Expired, E::AuthorizationLapsed)
        | (PendingAuthorization | Processing | Completed | Failed | Expired, E::Started)
        | (Processing | Completed | Failed | Expired, E::ExpiryReached)
        | (PendingAuthorization | Processing | Completed | Failed | Expired, E::FundingMismatched)
        | (Processing | Completed | Failed | Expired, E::RateRefused)
        | (Processing | Completed | Failed | Expired, E::FailedBeforeDebit)
        | (Pending | PendingAuthorization | Completed | Failed | Expired, E::DebitFailed)
        | (Pending | PendingAuthorization | Completed | Failed | Expired, E::Delivered)
        | (Pending | PendingAuthorization | Completed | Failed | Expired, E::PayoutFailed)
        | (Pending | PendingAuthorization | Completed | Failed | Expired, E::CancelledAndRefunded)
        | (Pending | PendingAuthorization | Processing | Failed | Expired, E::Returned) => {
            Err(Refused { state: status, event })
        }
    }
}
