//! The status of a previewed mint or burn (stablecoins 10).

use causeway_vocabulary::stablecoins::StablecoinQuoteStatus;

use crate::machine::TransitionRefused;
use crate::named::events;
use crate::time::Time;

events! {
    /// An event of a preview.
    pub enum StablecoinQuoteEvent {
        /// execute accepted
        Executed,
        /// `expiresAt` reached
        ExpiryReached,
        /// provider definitely refuses at execution
        ProviderRefused,
    }
}

/// Returns the status of a new preview.
#[must_use]
pub const fn created() -> StablecoinQuoteStatus {
    StablecoinQuoteStatus::Open
}

/// Returns the status after an event.
///
/// # Errors
/// [`TransitionRefused`] if the preview cannot make this move.
pub fn next(
    state: StablecoinQuoteStatus,
    event: StablecoinQuoteEvent,
) -> Result<StablecoinQuoteStatus, TransitionRefused<StablecoinQuoteStatus, StablecoinQuoteEvent>> {
    use StablecoinQuoteEvent as E;
    use StablecoinQuoteStatus::{Executed, Expired, Failed, Open};
    match (state, event) {
        (Open, E::Executed) => Ok(Executed),
        (Open, E::ExpiryReached) => Ok(Expired),
        (Open, E::ProviderRefused) => Ok(Failed),

        (Executed | Expired | Failed, E::Executed | E::ExpiryReached | E::ProviderRefused) => {
            Err(TransitionRefused { state, event })
        }
    }
}

/// Returns the status of a preview at `now`, from its stored status. An expiry takes effect even if no
/// process has stored it.
#[must_use]
pub fn quote_at(status: StablecoinQuoteStatus, expires_at: Time, now: Time) -> StablecoinQuoteStatus {
    if now < expires_at {
        status
    } else {
        next(status, StablecoinQuoteEvent::ExpiryReached).unwrap_or(status)
    }
}
