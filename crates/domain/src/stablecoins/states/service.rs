//! The use of a token as a currency of the service: `svcOperationsStatus` (stablecoins 3.2).

use causeway_vocabulary::stablecoins::StablecoinSvcOperationsStatus;

use crate::machine::TransitionRefused;

/// Returns the status of a new token.
#[must_use]
pub const fn created() -> StablecoinSvcOperationsStatus {
    StablecoinSvcOperationsStatus::NotEnabled
}

/// Returns the status after an operator requests the status `event`.
///
/// # Errors
/// [`TransitionRefused`] if no move leads there.
pub fn next(
    state: StablecoinSvcOperationsStatus,
    event: StablecoinSvcOperationsStatus,
) -> Result<
    StablecoinSvcOperationsStatus,
    TransitionRefused<StablecoinSvcOperationsStatus, StablecoinSvcOperationsStatus>,
> {
    use StablecoinSvcOperationsStatus::{Disabled, Enabled, Enabling, NotEnabled, PendingApproval};
    match (state, event) {
        (NotEnabled, PendingApproval)
        | (PendingApproval, Enabling | NotEnabled)
        | (Enabling | Disabled, Enabled)
        | (Enabled, Disabled) => Ok(event),

        (NotEnabled, NotEnabled | Enabling | Enabled | Disabled)
        | (PendingApproval, PendingApproval | Enabled | Disabled)
        | (Enabling, NotEnabled | PendingApproval | Enabling | Disabled)
        | (Enabled, NotEnabled | PendingApproval | Enabling | Enabled)
        | (Disabled, NotEnabled | PendingApproval | Enabling | Disabled) => {
            Err(TransitionRefused { state, event })
        }
    }
}
