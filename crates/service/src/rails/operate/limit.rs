//! Limits of a rail (rails 15.5).

use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;
use causeway_store::Tx;
use causeway_store::rails::{self, RailLimits, RailRecord};

use super::errors::invalid;
use crate::rails::feed::hasten_waiting;
use crate::runtime::api_error::ApiError;

/// The limits of a rail in one currency, which replace earlier ones.
#[derive(Debug, Clone, Copy)]
pub struct NewLimits {
    pub currency: CurrencyCode,
    pub limits: RailLimits,
}

/// Sets the limits of a locked rail in one currency; without any, the currency has none.
///
/// # Errors
/// `INVALID_INPUT` for an unknown currency or a negative amount.
pub fn set_limits(tx: &mut Tx<'_>, rail: RailRecord, new: &NewLimits) -> Result<RailRecord, ApiError> {
    let NewLimits { currency, limits } = *new;
    if currency::find(currency).is_none() {
        return Err(invalid(format!("{currency} is not a currency that the service knows.")));
    }
    let RailLimits { maximum_order, daily_out, open_out, daily_refunds, return_hold } = limits;
    let amounts = [maximum_order, daily_out, open_out, daily_refunds, return_hold];
    if amounts.into_iter().flatten().any(|amount| amount < 0) {
        return Err(invalid("A limit must not be below 0."));
    }
    let mut changed = RailRecord { updated_at: tx.wall(), ..rail };
    if limits == RailLimits::default() {
        changed.doc.limits.remove(&currency);
    } else {
        changed.doc.limits.insert(currency, limits);
    }
    rails::update(tx, &changed)?;
    hasten_waiting(tx)?;
    Ok(changed)
}
