//! Pausing and removing rails (rails 17.1).

use causeway_domain::alerts::AlertKind;
use causeway_store::rails::{self, RailRecord, RailStatus, state, sums};
use causeway_store::{Error, Tx};

use super::errors::{no_rail, refused};
use crate::rails::feed::set_status;
use crate::runtime::api_error::ApiError;
use crate::runtime::upkeep::close_alert;

/// Kinds of alerts about a rail as a whole, whose subject is its name.
const OF_RAIL: [AlertKind; 9] = [
    AlertKind::RailMemoryLost,
    AlertKind::RailUnknownOrder,
    AlertKind::RailContradiction,
    AlertKind::RailPaused,
    AlertKind::RailDegraded,
    AlertKind::RailFeedStale,
    AlertKind::RailFeedSkipped,
    AlertKind::RailCapabilitiesInvalid,
    AlertKind::RailNotAuthenticated,
];

/// Finds the rail with this name and locks its state, then the rail.
///
/// # Errors
/// `INVALID_INPUT` if there is none.
pub fn lock_named(tx: &mut Tx<'_>, name: &str) -> Result<RailRecord, ApiError> {
    let found = rails::find_named(tx, name)?.ok_or_else(|| no_rail(name))?;
    match state::lock(tx, found.id) {
        Ok(_) => {}
        Err(Error::Missing) => return Err(no_rail(name)),
        Err(error) => return Err(error.into()),
    }
    rails::lock(tx, found.id)?.ok_or_else(|| no_rail(name))
}

/// Pauses a rail: it gets no new orders, and all else goes on. A suspended rail stays suspended.
///
/// # Errors
/// `CONFLICT` if it is not enabled.
pub fn pause(tx: &mut Tx<'_>, rail: RailRecord) -> Result<RailRecord, ApiError> {
    match rail.status {
        RailStatus::Enabled => Ok(set_status(tx, rail, RailStatus::Paused)?),
        RailStatus::Paused => Err(refused("The rail is paused already.")),
        RailStatus::Suspended => Err(refused("The rail is suspended: it gets no new orders already.")),
    }
}

/// Removes a rail without open orders, with its routes and bindings. Its keys stay, because evidence is verified with
/// them.
///
/// # Errors
/// `CONFLICT` if it has open orders.
pub fn remove(tx: &mut Tx<'_>, rail: &RailRecord) -> Result<(), ApiError> {
    if let Some((_, order)) = sums::open_of(tx, rail.id, 1)?.first() {
        let open = order.transaction;
        return Err(refused(format!("The rail has open orders, such as that of {open}.")));
    }
    rails::remove(tx, rail.id)?;
    for kind in OF_RAIL {
        close_alert(tx, kind, &rail.name)?;
    }
    Ok(())
}
