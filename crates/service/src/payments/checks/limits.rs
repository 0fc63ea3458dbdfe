//! Limits of a platform and a corridor for one payment (money 1.5: limits). The volume of the day is in
//! [`super::volume`].

use causeway_domain::Amount;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::TransactionType;
use causeway_store::platforms::PlatformRecord;

use crate::payments::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::{CORRIDOR_LIMITS, Settings, for_corridor};

/// Refuses a currency in which the platform has no payments in this direction.
///
/// # Errors
/// `INVALID_CURRENCY`.
pub(crate) fn check_enabled(
    platform: &PlatformRecord,
    currency: CurrencyCode,
    direction: TransactionType,
) -> Result<(), ApiError> {
    let found = platform.doc.currencies.iter().find(|entry| entry.currency == currency);
    let is_enabled = found.is_some_and(|entry| entry.transaction_types.contains(&direction));
    if is_enabled { Ok(()) } else { Err(errors::currency_not_enabled(currency.as_str(), direction)) }
}

/// Refuses a payment that is too small or too large: `total` is the amount sent, `receiving` the currency
/// that arrives.
///
/// # Errors
/// `AMOUNT_OUT_OF_RANGE`, `TRANSACTION_SIZE_LIMIT_EXCEEDED`.
pub(crate) fn check_size(
    platform: &PlatformRecord,
    settings: &Settings,
    total: Amount,
    receiving: CurrencyCode,
) -> Result<(), ApiError> {
    let sending = total.currency;
    if let Some(entry) = platform.doc.currencies.iter().find(|entry| entry.currency == sending)
        && !(entry.min_amount..=entry.max_amount).contains(&total.minor)
    {
        return Err(errors::amount_out_of_range(entry.min_amount, entry.max_amount, sending.as_str()));
    }
    let limits = settings.get(&CORRIDOR_LIMITS)?;
    match for_corridor(&limits, sending, receiving).and_then(|limit| limit.single_maximum) {
        Some(maximum) if total.minor > maximum => Err(errors::above_the_largest_payment(maximum)),
        _ => Ok(()),
    }
}
