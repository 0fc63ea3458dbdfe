//! The rail over which a payment leaves (money 10.1).

use causeway_domain::Amount;
use causeway_domain::external_accounts::{PaymentRail, RailRefusal, select_rail};
use causeway_store::payments::ChosenRail;

use crate::payments::errors;
use crate::runtime::api_error::ApiError;

/// Chooses the rail that takes `arriving` to an account with these rails: the one in the request, or else the
/// first that carries the amount. `None` if the account has no rails.
///
/// # Errors
/// `INVALID_INPUT` with `RAIL_NOT_SUPPORTED`.
pub(crate) fn choose(
    rails: &[PaymentRail],
    requested: Option<PaymentRail>,
    arriving: Amount,
) -> Result<Option<ChosenRail>, ApiError> {
    if rails.is_empty() && requested.is_none() {
        return Ok(None);
    }
    let to_error = |refusal| match refusal {
        RailRefusal::NotOffered | RailRefusal::AmountTooLarge => {
            let requested = requested.or_else(|| rails.first().copied());
            errors::rail_not_supported(requested.map_or("", PaymentRail::as_str))
        }
    };
    let chosen = select_rail(rails, requested, arriving).map_err(to_error)?;
    Ok(Some(ChosenRail { rail: chosen.rail, is_manual: chosen.is_manual }))
}
