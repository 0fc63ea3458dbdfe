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
use crate::rates::service_fees;
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::Settings;

/// Returns the fees of one payment: the service's for the corridor, those of the destination's network, and
/// the platform's.
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

fn read_override(sent: &PlatformFeeOverride, sending: CurrencyCode) -> Result<PlatformFee, ApiError> {
    let fixed = &sent.platform_fixed_fee;
    let fixed = Amount::new(fixed.amount.into(), fixed.currency);
    check_override(sent.platform_variable_fee_bps.0.into(), fixed, sending)
        .map_err(|error| errors::fee_override(&error))
}
