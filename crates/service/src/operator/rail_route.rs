//! Routes from payments to rails (rails 17.2).

use causeway_domain::money::CurrencyCode;
use causeway_store::rails::{self, RouteDirection, routes};
use causeway_store::{ChangeEffect, Tx, collect_change};
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use super::grant::Reach;
use super::rail::{RAIL, lock};
use super::rail_show::RouteView;
use super::{
    Answer, Call, Kind, NoArguments, OperatorError, PlatformChoice, arguments, default_number, noun, number,
    option, positional,
};
use crate::rails::operate::{self, NewRoute};

noun! {
    /// Routes: which payments go over which rail
    "rail-route" {
        /// Set a route from payments to a corridor of a rail
        "set": Administer => change_deployment(set),
        /// List the routes, the first that fits is taken
        "list": Look => read_deployment(list)
            .columns(&["route", "rail", "corridor", "account_type", "payment_rail", "currency", "platform", "rank"]),
        /// Remove a route; orders that are stored stay with their rail
        "remove": Administer => change_deployment(remove),
    }
}

arguments! {
    struct SetRequest {
        rail: String = RAIL,
        corridor: String = positional("The corridor, as in the capabilities of the adapter"),
        account_type: String = option("Account type, such as EUR_ACCOUNT").required(),
        payment_rail: Option<String> = option("Payment rail, such as SEPA_INSTANT; none if the type has none"),
        currency: CurrencyCode = option("Currency of the payments").required(),
        #[serde(default, deserialize_with = "direction")]
        direction: Option<RouteDirection> = option("payout or collection [default: that of the corridor]"),
        r#for: Option<String> = option("Only payments of this platform, by its id or name [default: all]"),
        #[serde(default = "default_number::<1>")]
        minimum: u32 = number("Smallest amount, in the smallest unit [default: 1]"),
        maximum: Option<i64> = number("Largest amount, in the smallest unit [default: none]"),
        #[serde(default = "default_number::<100>")]
        rank: u32 = number("Routes of a lower rank come first [default: 100]"),
    }

    struct RemoveRequest {
        route: Uuid = positional("Id of the route"),
    }
}

/// Parses a direction in upper or lower case.
fn direction<'de, D: Deserializer<'de>>(from: D) -> Result<Option<RouteDirection>, D::Error> {
    let Some(text) = Option::<String>::deserialize(from)? else { return Ok(None) };
    let named =
        text.to_ascii_uppercase().parse().map_err(|_| serde::de::Error::custom("say payout or collection"));
    named.map(Some)
}

/// A route with its rail.
#[derive(Serialize)]
struct RouteRow {
    rail: String,
    #[serde(flatten)]
    route: RouteView,
}

fn set(tx: &mut Tx<'_>, call: &Call, set: &SetRequest) -> Answer<RouteRow> {
    let set = set.clone();
    let platform = match set.r#for {
        Some(named) => Some(PlatformChoice::within(Some(named), Reach::All).find(tx)?.id),
        None => None,
    };
    let record = lock(tx, &set.rail)?;
    let new = NewRoute {
        platform,
        corridor: set.corridor,
        account_type: set.account_type,
        payment_rail: set.payment_rail,
        currency: set.currency,
        direction: set.direction,
        minimum: set.minimum.into(),
        maximum: set.maximum,
        rank: set.rank.into(),
    };
    let route = operate::set_route(tx, &call.app, &record, &new)?;
    let to = Some(format!("{} by {} of {}", route.account_type, route.corridor, record.name));
    collect_change(tx, ChangeEffect { name: "a route".to_owned(), from: None, to });
    Ok(RouteRow { rail: record.name, route: route.into() })
}

fn list(tx: &mut Tx<'_>, _: &Call, _: &NoArguments) -> Answer<Vec<RouteRow>> {
    let rails = rails::all(tx)?;
    let name = |id| rails.iter().find(|rail| rail.id == id).map(|rail| rail.name.clone()).unwrap_or_default();
    Ok(routes::all(tx)?
        .into_iter()
        .map(|route| RouteRow { rail: name(route.rail), route: route.into() })
        .collect())
}

fn remove(tx: &mut Tx<'_>, _: &Call, &RemoveRequest { route }: &RemoveRequest) -> Answer<RemoveRequest> {
    let known = routes::all(tx)?.into_iter().find(|known| known.id == route);
    if !operate::remove_route(tx, route)? {
        let error = OperatorError::new(Kind::NotFound, format!("there is no route {route}"));
        return Err(error.remedy("see them all: causeway rail-route list"));
    }
    let from =
        Some(known.map_or_else(
            || route.to_string(),
            |known| format!("{} by {}", known.account_type, known.corridor),
        ));
    collect_change(tx, ChangeEffect { name: "a route".to_owned(), from, to: None });
    Ok(RemoveRequest { route })
}
