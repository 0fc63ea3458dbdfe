//! Advice about routes: the commands after which a payment is taken that no route takes now (rails 17.2).

use causeway_rail_protocol::messages::CorridorCapabilities;
use causeway_store::rails::{RailRouteRecord, RouteDirection};

use crate::ports::OfferQuery;
use crate::runtime::rails::{KnownRail, RailTable, carries};

/// Maximum number of corridors that are offered.
const CORRIDORS: usize = 5;
/// The word in place of a name that could be more than a word of a command.
const NO_WORD: &str = "CORRIDOR";

/// Returns the command that shows why no route takes a payment.
pub(crate) fn test_command(direction: RouteDirection, query: &OfferQuery<'_>) -> String {
    let OfferQuery { platform, account_type, currency, rail, amount } = query;
    let rail = rail.map(|rail| format!(" --payment-rail {rail}")).unwrap_or_default();
    let amount = amount.map(|amount| format!(" --amount {}", amount.minor)).unwrap_or_default();
    let direction = word(direction);
    format!(
        "causeway rail-route test --platform {platform} --account-type {account_type}{rail} --currency {currency}{amount} --direction {direction}"
    )
}

/// Returns the commands after which a route takes a payment: those that remove what keeps a route from it, then those that
/// set a route to a corridor that carries it. Words in capitals are to be replaced.
pub(crate) fn commands(table: &RailTable, direction: RouteDirection, query: &OfferQuery<'_>) -> Vec<String> {
    if table.rails.is_empty() {
        return vec!["causeway rail add NAME --url URL --adapter-key KEY".to_owned()];
    }
    let platform = query.platform;
    let identity = format!("causeway platform set --platform {platform} --legal-name NAME --address JSON");
    let mut commands: Vec<String> = Vec::new();
    commands.extend((!table.payers.contains(&platform)).then_some(identity));
    for route in &table.routes {
        let Err(obstacle) = table.try_route(route, direction, query) else { continue };
        let rail = table.rail(route.rail);
        let command = rail.and_then(|rail| obstacle.command(&rail.record.name));
        let command = command.filter(|command| !commands.contains(command));
        commands.extend(command);
    }
    commands.extend(corridors(table, direction, query));
    commands
}

/// Returns the commands that set a route to each corridor that carries the payment, and to which no route for it leads.
fn corridors(table: &RailTable, direction: RouteDirection, query: &OfferQuery<'_>) -> Vec<String> {
    let meant: Vec<&RailRouteRecord> =
        table.routes.iter().filter(|route| is_meant(table, route, direction, query)).collect();
    let mut commands = Vec::new();
    for rail in &table.rails {
        let told = rail.capabilities.as_ref().filter(|told| table.serves(told.mode));
        let corridors = told.map(|told| told.corridors(direction.order_kind())).unwrap_or_default();
        for corridor in corridors.iter().filter(|corridor| is_for(corridor, query)) {
            let leads = |route: &&RailRouteRecord| {
                route.rail == rail.record.id && route.corridor == corridor.corridor.as_str()
            };
            if !meant.iter().any(leads) {
                commands.push(set_command(rail, corridor, direction));
            }
        }
    }
    commands.truncate(CORRIDORS);
    commands
}

/// Returns `true` if a route is for the payment, whatever its rail says.
fn is_meant(
    table: &RailTable,
    route: &RailRouteRecord,
    direction: RouteDirection,
    query: &OfferQuery<'_>,
) -> bool {
    table.try_route(route, direction, query).err().is_none_or(|obstacle| !obstacle.is_of_route())
}

fn is_for(corridor: &CorridorCapabilities, query: &OfferQuery<'_>) -> bool {
    let rail = corridor.rail.as_ref().map(|rail| rail.as_str());
    corridor.account_type.as_str() == query.account_type
        && corridor.currency == query.currency
        && query.rail.is_none_or(|wanted| rail == Some(wanted.as_str()))
        && query.amount.is_none_or(|amount| carries(corridor, amount))
}

fn set_command(rail: &KnownRail, corridor: &CorridorCapabilities, direction: RouteDirection) -> String {
    let payment_rail = corridor.rail.as_ref().map(|rail| format!(" --payment-rail {}", rail.as_str()));
    format!(
        "causeway rail-route set {} {} --account-type {}{} --currency {} --direction {}",
        rail.record.name,
        corridor_word(corridor.corridor.as_str()),
        corridor.account_type,
        payment_rail.unwrap_or_default(),
        corridor.currency,
        word(direction),
    )
}

/// Returns the name of a corridor as a word of a command. An adapter chooses it: one that a shell reads as more than a word
/// is not printed into a command.
fn corridor_word(name: &str) -> &str {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    if name.bytes().all(is_plain) && !name.starts_with('-') { name } else { NO_WORD }
}

/// Returns a direction as a word of a command.
const fn word(direction: RouteDirection) -> &'static str {
    match direction {
        RouteDirection::Payout => "payout",
        RouteDirection::Collection => "collection",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that no adapter brings a command of its own into a shell.
    #[test]
    fn a_corridor_is_one_word_of_a_command() {
        for name in ["usd-instant", "SEPA_1.0", "7"] {
            assert_eq!(corridor_word(name), name);
        }
        for name in ["a b", "a;reboot", "$(reboot)", "`reboot`", "--rank", "a|b", "a'b"] {
            assert_eq!(corridor_word(name), NO_WORD, "{name}");
        }
    }
}
