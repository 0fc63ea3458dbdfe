//! Routes from payments to rails (rails 17.2).

use std::sync::Arc;

use causeway_domain::Amount;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_store::platforms::Environment;
use causeway_store::rails::{self, RailRouteRecord, RouteDirection, routes};
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
use crate::ports::OfferQuery;
use crate::rails::operate::{self, NewRoute};
use crate::rails::route_advice;
use crate::runtime::rails::RailTable;

noun! {
    /// Routes: which payments go over which rail
    "rail-route" {
        /// Set a route from payments to a corridor of a rail
        "set": Administer => change_deployment(set),
        /// List the routes, the first that fits is taken
        "list": Look => read_deployment(list)
            .columns(&["route", "rail", "corridor", "account_type", "payment_rail", "currency", "platform", "rank"]),
        /// Show which route takes a payment of a production platform, and why the others do not
        "test": Look => look(test).unrecorded().with_platform(),
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

    struct TestRequest {
        account_type: String =
            option("Account type of the payee, or of the debited account, such as EUR_ACCOUNT").required(),
        payment_rail: Option<PaymentRail> = option("Payment rail, such as SEPA_INSTANT [default: any]"),
        currency: CurrencyCode = option("Currency of the payment").required(),
        amount: Option<i64> = number("Amount, in the smallest unit [default: any]"),
        #[serde(default, deserialize_with = "direction")]
        direction: Option<RouteDirection> = option("payout or collection [default: payout]"),
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

/// The routes of a payment.
#[derive(Serialize)]
struct RouteTestView {
    platform: PlatformId,
    /// `true` if a route takes the payment; else the call is answered 501, before anything is written.
    is_taken: bool,
    /// `true` if the adapter of that route does not answer: the call is answered 500 until it does.
    is_degraded: bool,
    /// The reason that keeps the platform from every route.
    obstacle: Option<&'static str>,
    /// In the order in which they are tried; the first without an obstacle is taken.
    routes: Vec<RouteOutcome>,
    /// The commands after which the payment is taken; words in capitals are to be replaced.
    commands: Vec<String>,
}

/// A route with the first condition that it does not meet.
#[derive(Serialize)]
struct RouteOutcome {
    #[serde(flatten)]
    row: RouteRow,
    obstacle: Option<String>,
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

async fn test(call: Call, request: TestRequest) -> Answer<RouteTestView> {
    let app = Arc::clone(&call.app);
    app.rails.reload().await?;
    let find = |tx: &mut Tx<'_>, call: &Call| call.platform.find(tx);
    let platform = call.read(find).await?;
    if platform.environment != Environment::Production {
        let error = OperatorError::refused(format!("{} is not a production platform", platform.name));
        return Err(error.remedy("name another one: the sandbox has a simulated world in place of rails"));
    }
    let TestRequest { account_type, payment_rail, currency, amount, direction } = request;
    let query = OfferQuery {
        platform: platform.id,
        account_type: &account_type,
        currency,
        rail: payment_rail,
        amount: amount.map(|minor| Amount::new(minor, currency)),
    };
    Ok(test_view(&app.rails.table(), direction.unwrap_or(RouteDirection::Payout), &query))
}

fn test_view(table: &RailTable, direction: RouteDirection, query: &OfferQuery<'_>) -> RouteTestView {
    let chosen = table.route(direction, query);
    let is_payer = table.rails.is_empty() || table.payers.contains(&query.platform);
    let is_own = |route: &&RailRouteRecord| route.platform.is_none_or(|named| named == query.platform);
    let outcome = |route: &RailRouteRecord| {
        let rail = table.rail(route.rail).map(|rail| rail.record.name.clone()).unwrap_or_default();
        let obstacle = table.try_route(route, direction, query).err();
        RouteOutcome {
            row: RouteRow { rail, route: route.clone().into() },
            obstacle: obstacle.map(|obstacle| obstacle.to_string()),
        }
    };
    RouteTestView {
        platform: query.platform,
        is_taken: chosen.is_some(),
        is_degraded: chosen.as_ref().is_some_and(|chosen| chosen.rail.is_degraded),
        obstacle: (!is_payer)
            .then_some("the platform has no legal name, or no address: orders name the payer"),
        routes: table.routes.iter().filter(is_own).map(outcome).collect(),
        commands: match chosen {
            Some(_) => Vec::new(),
            None => route_advice::commands(table, direction, query),
        },
    }
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
