//! The corridor of a route, as the adapter has told it.

use causeway_domain::ids::RailId;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{Capabilities, CorridorCapabilities};
use causeway_store::Tx;
use causeway_store::rails::{RouteDirection, state};
use serde_json::Value as Json;

use super::errors::{invalid, refused};
use super::new_route::NewRoute;
use crate::runtime::api_error::ApiError;

/// Returns the last valid capabilities of an adapter; `None` if it has told none.
pub(super) fn last_capabilities(tx: &mut Tx<'_>, rail: RailId) -> Result<Option<Capabilities>, ApiError> {
    let stored = state::find(tx, rail)?.and_then(|known| known.capabilities);
    let parse = |told: Json| Capabilities::parse(told.to_string().as_bytes()).map_err(ApiError::internal);
    stored.map(parse).transpose()
}

/// Returns the direction of a new route: the one that is named, or that of the only corridor with its name. The
/// corridor must be for the route's account type, payment rail and currency.
pub(super) fn direction(tx: &mut Tx<'_>, rail: RailId, new: &NewRoute) -> Result<RouteDirection, ApiError> {
    let Some(told) = last_capabilities(tx, rail)? else {
        return Err(refused(
            "The adapter has not told its capabilities yet: start it, and see causeway rail show.",
        ));
    };
    let is_named = |direction: &&RouteDirection| new.direction.is_none_or(|named| named == **direction);
    let mut found = RouteDirection::ALL
        .iter()
        .filter(is_named)
        .filter_map(|direction| Some((*direction, told.corridor(direction.order_kind(), &new.corridor)?)));
    let Some((direction, corridor)) = found.next() else {
        return Err(invalid(format!("The adapter has no corridor {}.", new.corridor)));
    };
    if found.next().is_some() {
        return Err(invalid("The adapter has this corridor in both directions: add --direction."));
    }
    check_fits(corridor, new)?;
    Ok(direction)
}

fn check_fits(corridor: &CorridorCapabilities, new: &NewRoute) -> Result<(), ApiError> {
    let rail = corridor.rail.as_ref().map(|rail| rail.as_str());
    let is_of = corridor.account_type.as_str() == new.account_type
        && corridor.currency == new.currency
        && rail == new.payment_rail.as_deref();
    if is_of {
        return Ok(());
    }
    Err(invalid(format!(
        "The corridor is for {} by {} in {}.",
        corridor.account_type.as_str(),
        rail.unwrap_or("no payment rail"),
        corridor.currency,
    )))
}
