//! Limits of a rail (rails 15.5).

use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;
use causeway_store::Tx;
use causeway_store::rails::{self, RailLimits, RailRecord};

use super::errors::invalid;
use crate::runtime::api_error::ApiError;
use crate::runtime::rails::hasten_waiting;

/// The limits of a rail in one currency, which replace earlier ones.
#[derive(Debug, Clone, Copy)]
pub struct NewLimits {
    pub currency: CurrencyCode,
    /// `None` removes the earlier ones.
    pub limits: Option<RailLimits>,
}

/// Sets the limits of a locked rail in one currency, or removes them.
///
/// # Errors
/// `INVALID_INPUT` for an unknown currency, without any limit, or for a negative amount.
pub fn set_limits(tx: &mut Tx<'_>, rail: RailRecord, new: &NewLimits) -> Result<RailRecord, ApiError> {
    let NewLimits { currency, limits } = *new;
    if currency::find(currency).is_none() {
        return Err(invalid(format!("{currency} is not a currency that the service knows.")));
    }
    let mut changed = RailRecord { changed_at: tx.wall(), ..rail };
    match limits {
        None => changed.doc.limits.remove(&currency),
        Some(limits) => {
            check_amounts(&limits)?;
            changed.doc.limits.insert(currency, limits)
        }
    };
    rails::update(tx, &changed)?;
    hasten_waiting(tx)?;
    Ok(changed)
}

fn check_amounts(limits: &RailLimits) -> Result<(), ApiError> {
    let RailLimits { maximum_order, daily_out, open_out, daily_refunds, return_hold } = *limits;
    let amounts = [maximum_order, daily_out, open_out, daily_refunds, return_hold];
    if amounts.iter().all(Option::is_none) {
        return Err(invalid("Name all limits that the currency is to have, or --none to remove them."));
    }
    if amounts.into_iter().flatten().any(|amount| amount < 0) {
        return Err(invalid("A limit must not be below 0."));
    }
    Ok(())
}
