//! Whether a token may be used as a currency of the service: `svcOperationsStatus` (stablecoins 3.2).

use causeway_vocabulary::stablecoins::StablecoinSvcOperationsStatus;

use crate::machine::Refused;

/// The status of a new token.
#[must_use]
pub const fn created() -> StablecoinSvcOperationsStatus {
    StablecoinSvcOperationsStatus::NotEnabled
}

/// The status after an operator wants another one.
///
/// # Errors
/// When no move leads there.
pub fn next(
    state: StablecoinSvcOperationsStatus,
    event: StablecoinSvcOperationsStatus,
) -> Result<
    StablecoinSvcOperationsStatus,
    Refused<StablecoinSvcOperationsStatus, StablecoinSvcOperationsStatus>,
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
        | (Disabled, NotEnabled | PendingApproval | Enabling | Disabled) => Err(Refused { state, event }),
    }
}
