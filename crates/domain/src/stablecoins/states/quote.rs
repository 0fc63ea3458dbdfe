//! Where a previewed mint or burn stands (stablecoins 10).

use causeway_vocabulary::stablecoins::StablecoinQuoteStatus;

use crate::machine::Refused;
use crate::named::events;
use crate::time::Time;

events! {
    /// What can happen to a preview.
    pub enum StablecoinQuoteEvent {
        /// execute accepted
        Executed,
        /// `expiresAt` reached
        ExpiryReached,
        /// provider definitely refuses at execution
        ProviderRefused,
    }
}

/// The status of a new preview.
#[must_use]
pub const fn created() -> StablecoinQuoteStatus {
    StablecoinQuoteStatus::Open
}

/// The status after an event.
///
/// # Errors
/// When the preview cannot make this move.
pub fn next(
    state: StablecoinQuoteStatus,
    event: StablecoinQuoteEvent,
) -> Result<StablecoinQuoteStatus, Refused<StablecoinQuoteStatus, StablecoinQuoteEvent>> {
    use StablecoinQuoteEvent as E;
    use StablecoinQuoteStatus::{Executed, Expired, Failed, Open};
    match (state, event) {
        (Open, E::Executed) => Ok(Executed),
        (Open, E::ExpiryReached) => Ok(Expired),
        (Open, E::ProviderRefused) => Ok(Failed),

        (Executed | Expired | Failed, E::Executed | E::ExpiryReached | E::ProviderRefused) => {
            Err(Refused { state, event })
        }
    }
}

/// Where a preview stands now that stood so when it was last changed: its end needs nobody to write it down.
#[must_use]
pub fn shown_at(status: StablecoinQuoteStatus, expires_at: Time, now: Time) -> StablecoinQuoteStatus {
    if now < expires_at {
        status
    } else {
        next(status, StablecoinQuoteEvent::ExpiryReached).unwrap_or(status)
    }
}
