//! Payments to wallets without a proof of ownership: only below a threshold (money 4.1).

use causeway_domain::Amount;
use causeway_domain::external_accounts::{ExternalAccountStatus, reaches};
use causeway_domain::rates::Rate;
use causeway_store::external_accounts::ExternalAccountRecord;

use crate::payments::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::{OWNERSHIP_THRESHOLD, Settings, Threshold};

/// The threshold, and the rate at which the arriving amount is compared with it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ceiling {
    pub(crate) threshold: Threshold,
    /// From the arriving currency to the threshold's currency.
    pub(crate) rate: Rate,
}

/// Returns the threshold for this destination, or `None` if its ownership needs no proof.
pub(crate) fn threshold(
    settings: &Settings,
    destination: &ExternalAccountRecord,
) -> Result<Option<Threshold>, ApiError> {
    Ok(if is_unproved(destination) { Some(settings.get(&OWNERSHIP_THRESHOLD)?) } else { None })
}

/// Refuses a payment that reaches the threshold. `ceiling` was fetched before the write.
pub(crate) fn check(
    destination: &ExternalAccountRecord,
    arriving: Amount,
    ceiling: Option<Ceiling>,
) -> Result<(), ApiError> {
    let is_reached = |ceiling: Ceiling| {
        let threshold = Amount::new(ceiling.threshold.amount, ceiling.threshold.currency);
        reaches(arriving, ceiling.rate, threshold)
    };
    if is_unproved(destination) && ceiling.is_none_or(is_reached) {
        return Err(errors::ownership_not_proved());
    }
    Ok(())
}

const fn is_unproved(destination: &ExternalAccountRecord) -> bool {
    matches!(
        destination.status,
        ExternalAccountStatus::PendingOwnershipVerification | ExternalAccountStatus::Unverified
    )
}
