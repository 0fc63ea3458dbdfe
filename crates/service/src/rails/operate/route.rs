//! Routes (rails 17.2).

use causeway_store::Tx;
use causeway_store::rails::{RailRecord, RailRouteRecord, routes};
use uuid::Uuid;

use super::corridor;
use super::errors::{invalid, refused};
use super::new_route::NewRoute;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::hasten_waiting;

/// Sets a route to a corridor of a rail. It counts as soon as the rail is enabled.
///
/// # Errors
/// `INVALID_INPUT` if the adapter has no such corridor; `CONFLICT` if the route is set already, or the adapter has not
/// told its capabilities.
pub fn set_route(
    tx: &mut Tx<'_>,
    app: &App,
    rail: &RailRecord,
    new: &NewRoute,
) -> Result<RailRouteRecord, ApiError> {
    if new.minimum < 0 || new.maximum.is_some_and(|maximum| maximum < new.minimum) {
        return Err(invalid("The range of amounts must not be below 0, and its end not below its begin."));
    }
    let direction = corridor::direction(tx, rail.id, new)?;
    let created_at = tx.wall();
    let record = RailRouteRecord {
        id: app.ids.uuid(created_at),
        platform: new.platform,
        account_type: new.account_type.clone(),
        payment_rail: new.payment_rail.clone(),
        currency: new.currency,
        direction,
        minimum: new.minimum,
        maximum: new.maximum,
        rank: new.rank,
        rail: rail.id,
        corridor: new.corridor.clone(),
        created_at,
    };
    let is_same =
        |known: &RailRouteRecord| RailRouteRecord { id: record.id, created_at, ..known.clone() } == record;
    if routes::of_rail(tx, rail.id)?.iter().any(is_same) {
        return Err(refused("This route is set already."));
    }
    routes::insert(tx, &record)?;
    hasten_waiting(tx)?;
    Ok(record)
}

/// Removes a route. Orders that are stored stay with their rail. Returns `false` if there is none with this id.
pub fn remove_route(tx: &mut Tx<'_>, route: Uuid) -> Result<bool, ApiError> {
    Ok(routes::remove(tx, route)?)
}
