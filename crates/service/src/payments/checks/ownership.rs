//! Payments to wallets without a proof of ownership: only below a threshold (money 4.1).

use causeway_domain::Amount;
use causeway_domain::external_accounts::{ExternalAccountStatus, reaches};
use causeway_domain::rates::Rate;
use causeway_store::external_accounts::ExternalAccountRecord;

use crate::payments::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::{OWNERSHIP_THRESHOLD, Settings, Threshold};

/// The threshold, and the rate at which an amount is compared with it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ceiling {
    pub(crate) threshold: Threshold,
    /// From the amount's currency to the threshold's currency.
    pub(crate) rate: Rate,
}

impl Ceiling {
    /// Returns `true` if the amount is at or above the threshold.
    pub(crate) fn is_reached_by(self, amount: Amount) -> bool {
        reaches(amount, self.rate, Amount::new(self.threshold.amount, self.threshold.currency))
    }
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
    if is_unproved(destination) && ceiling.is_none_or(|ceiling| ceiling.is_reached_by(arriving)) {
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
