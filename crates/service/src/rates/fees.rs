//! The configured fees of a corridor (money 6.2).

use causeway_domain::money::CurrencyCode;
use causeway_domain::quotes::{FeeConfig, PlatformFee, platform_fee};
use causeway_domain::rates::Fees;

use crate::runtime::api_error::ApiError;
use crate::runtime::settings::{FEE_SCHEDULE, Settings, for_corridor};

/// Returns the service's own fees in a corridor: the operator's schedule, or else the default (money 6.2).
pub(crate) fn service_fees(
    settings: &Settings,
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> Result<Fees, ApiError> {
    let schedule = settings.get(&FEE_SCHEDULE)?;
    Ok(match for_corridor(&schedule, sending, receiving) {
        None => Fees::sandbox_service(sending, receiving),
        Some(entry) => Fees {
            service_fixed: entry.fixed,
            service_rate: entry.rate_millionths,
            counterparty_fixed: entry.counterparty_fixed,
            ..Fees::NONE
        },
    })
}

/// Returns the platform's configured fee in a corridor.
pub(crate) fn configured_fee(
    configured: &[FeeConfig],
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> PlatformFee {
    platform_fee(configured, None, sending, receiving)
}
