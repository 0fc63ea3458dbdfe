//! The fees of a quote: of the service, of the destination's network and of the platform (money 6.2).

use causeway_domain::Amount;
use causeway_domain::money::CurrencyCode;
use causeway_domain::quotes::{FeeConfig, PlatformFee, check_override, platform_fee};
use causeway_domain::rates::Fees;
use causeway_wire::quotes::PlatformFeeOverride;

use super::account::Account;
use super::destination::Destination;
use super::errors;
use super::parties::Parties;
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::{FEE_SCHEDULE, Settings, for_corridor};

/// The fees of one payment: the service's for the corridor, those of the destination's network, and the platform's.
pub(super) fn fees(
    settings: &Settings,
    configured: &[FeeConfig],
    override_fee: Option<&PlatformFeeOverride>,
    parties: &Parties,
) -> Result<Fees, ApiError> {
    let (sending, receiving) = parties.pair();
    let override_fee = override_fee.map(|sent| read_override(sent, sending)).transpose()?;
    let service = service_fees(settings, sending, receiving)?;
    let carried = match &parties.destination {
        Destination::Account(Account::External(account)) => {
            service.over_network(&account.account_type, account.currency)
        }
        Destination::Account(Account::Internal(_)) | Destination::Uma(_) => service,
    };
    let platform = platform_fee(configured, override_fee, sending, receiving);
    Ok(Fees { platform_fixed: platform.fixed, platform_rate: platform.variable, ..carried })
}

/// The service's own fees in a corridor: the operator's schedule, else the standing one (money 6.2).
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

/// The platform's standing fee in a corridor.
pub(crate) fn configured_fee(
    configured: &[FeeConfig],
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> PlatformFee {
    platform_fee(configured, None, sending, receiving)
}

fn read_override(sent: &PlatformFeeOverride, sending: CurrencyCode) -> Result<PlatformFee, ApiError> {
    let fixed = &sent.platform_fixed_fee;
    let fixed = Amount::new(fixed.amount.into(), fixed.currency);
    check_override(sent.platform_variable_fee_bps.0.into(), fixed, sending)
        .map_err(|refused| errors::fee_override(&refused))
}
