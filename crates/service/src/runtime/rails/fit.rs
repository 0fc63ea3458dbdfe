//! Conditions under which a route and its corridor take a payment (rails 17.2).

use causeway_domain::Amount;
use causeway_rail_protocol::messages::CorridorCapabilities;
use causeway_rail_protocol::values::MinorUnits;
use causeway_store::rails::{RailRouteRecord, RouteDirection};

use super::obstacle::RouteObstacle;
use crate::ports::OfferQuery;

/// Checks a route by itself, whatever its rail says.
pub(super) fn fits(
    route: &RailRouteRecord,
    direction: RouteDirection,
    query: &OfferQuery<'_>,
) -> Result<(), RouteObstacle> {
    let is_in_range = |amount: Amount| {
        amount.currency == route.currency
            && route.minimum <= amount.minor
            && route.maximum.is_none_or(|maximum| amount.minor <= maximum)
    };
    let is_of_rail = query.rail.is_none_or(|rail| route.payment_rail.as_deref() == Some(rail.as_str()));
    meets(route.direction == direction, RouteObstacle::Direction)?;
    meets(route.platform.is_none_or(|platform| platform == query.platform), RouteObstacle::Platform)?;
    meets(route.account_type == query.account_type, RouteObstacle::AccountType)?;
    meets(route.currency == query.currency, RouteObstacle::Currency)?;
    meets(is_of_rail, RouteObstacle::PaymentRail)?;
    meets(query.amount.is_none_or(is_in_range), RouteObstacle::Amount)
}

/// Returns the obstacle unless the condition is met.
pub(super) fn meets(condition: bool, obstacle: RouteObstacle) -> Result<(), RouteObstacle> {
    if condition { Ok(()) } else { Err(obstacle) }
}

/// Checks that the corridor is still what the route was set for.
pub(super) fn is_of(corridor: &CorridorCapabilities, route: &RailRouteRecord) -> bool {
    corridor.account_type.as_str() == route.account_type
        && corridor.currency == route.currency
        && corridor.rail.as_ref().map(|rail| rail.as_str()) == route.payment_rail.as_deref()
}

/// Returns `true` if an order of the corridor can have the amount.
pub(crate) fn carries(corridor: &CorridorCapabilities, amount: Amount) -> bool {
    let units = u64::try_from(amount.minor).ok().and_then(|minor| MinorUnits::new(minor).ok());
    units.is_some_and(|units| corridor.carries(units))
}
