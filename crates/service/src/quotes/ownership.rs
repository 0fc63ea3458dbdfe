//! Payments to wallets whose ownership is not proved: only below a threshold (money 4.1).

use causeway_domain::Amount;
use causeway_domain::external_accounts::{ExternalAccountStatus, reaches};
use causeway_domain::rates::Rate;

use super::errors;
use super::parties::Account;
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::{OWNERSHIP_THRESHOLD, Settings, Threshold};

/// The threshold, and the rate at which what arrives is compared with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ceiling {
    pub(super) threshold: Threshold,
    /// From what arrives to the threshold's currency.
    pub(super) rate: Rate,
}

/// The threshold for this destination; none where nothing is to be proved.
pub(super) fn threshold(settings: &Settings, destination: &Account) -> Result<Option<Threshold>, ApiError> {
    Ok(if is_unproved(destination) { Some(settings.get(&OWNERSHIP_THRESHOLD)?) } else { None })
}

/// Refuses a payment that reaches the threshold. `ceiling` is what was asked before.
pub(super) fn check(
    destination: &Account,
    arriving: Amount,
    ceiling: Option<Ceiling>,
) -> Result<(), ApiError> {
    let reaches = |ceiling: Ceiling| {
        let threshold = Amount::new(ceiling.threshold.amount, ceiling.threshold.currency);
        reaches(arriving, ceiling.rate, threshold)
    };
    if is_unproved(destination) && ceiling.is_none_or(reaches) {
        return Err(errors::ownership_not_proved());
    }
    Ok(())
}

fn is_unproved(destination: &Account) -> bool {
    match destination {
        Account::Internal(_) => false,
        Account::External(account) => matches!(
            account.status,
            ExternalAccountStatus::PendingOwnershipVerification | ExternalAccountStatus::Unverified
        ),
    }
}
