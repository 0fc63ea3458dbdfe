//! The exchange rates of production platforms (money 6.1).

use causeway_domain::Time;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::{Decimal, Rate};
use causeway_store::rates::{self, CurrencyPair, RateChangeRecord, RateRecord};
use causeway_store::{ChangeEffect, Tx, collect_change};

use super::currency_pair::{check_known, code, optional_decimal};
use super::rate_changes::history;
use super::rate_show::show;
use super::{Answer, Call, NoArguments, OperatorError, arguments, flag, noun, option, positional, view};
use crate::runtime::settings::{RATE_BAND_PERCENT, Settings};

noun! {
    /// Exchange rates of production platforms
    "rate" {
        /// Set the exchange rate of a currency pair, in this direction only
        "set": Money => change_deployment(set),
        /// List the exchange rates of production platforms
        "list": Look => read_deployment(list),
        /// List the changes of rates, newest first
        "history": Look => read_deployment(history),
        /// Show a rate with its last changes, the open quotes and payments of the pair, and the commands that
        /// correct it
        "show": Look => read_deployment(show),
    }
}

arguments! {
    struct SetRequest {
        #[serde(deserialize_with = "code")]
        sending: CurrencyCode = positional("Sending currency"),
        #[serde(deserialize_with = "code")]
        receiving: CurrencyCode = positional("Receiving currency"),
        #[serde(default, deserialize_with = "optional_decimal")]
        rate: Option<Decimal> =
            positional("Receiving units per sending unit, in major units, such as 0.92").optional(),
        #[serde(default)]
        remove: bool = flag("Remove the rate: the pair is no longer quoted"),
        #[serde(default, deserialize_with = "optional_decimal")]
        confirm: Option<Decimal> =
            option("The rate once more, if it is the pair's first or far off the last one"),
    }
}

#[derive(serde::Serialize)]
struct RateChange {
    sending: CurrencyCode,
    receiving: CurrencyCode,
    /// `None` if the pair is not quoted.
    rate: Option<Rate>,
}

view! {
    struct RateRow of row: RateRecord {
        sending: CurrencyCode = row.sending,
        receiving: CurrencyCode = row.receiving,
        rate: Rate = row.rate,
        updated_at: Time = row.updated_at,
    }
}

fn set(tx: &mut Tx<'_>, call: &Call, set: &SetRequest) -> Answer<RateChange> {
    let SetRequest { sending, receiving, .. } = *set;
    check_known(CurrencyPair { sending, receiving })?;
    if sending == receiving {
        return Err(OperatorError::invalid("within one currency the rate is always 1"));
    }
    let rate =
        match (set.rate, set.remove) {
            (Some(number), false) => Some(Rate::try_new(number).map_err(|error| {
                OperatorError::invalid(format!("{number} is not an exchange rate: {error}"))
            })?),
            (None, true) => None,
            (None, false) | (Some(_), true) => {
                return Err(OperatorError::invalid("give either a rate or --remove"));
            }
        };
    rates::lock(tx, CurrencyPair { sending, receiving })?;
    let last = rates::find(tx, sending, receiving)?.map(|last| last.rate);
    match rate {
        Some(rate) => {
            // Setting the rate makes other changes of the pair wait, so that it is compared with the last one.
            rates::set(tx, &RateRecord { sending, receiving, rate, updated_at: tx.wall() })?;
            check_confirmed(tx, call, set, rate)?;
        }
        None => rates::remove(tx, sending, receiving)?,
    }
    let name = format!("the rate from {sending} to {receiving}");
    let [from, to] = [last, rate].map(|rate| rate.map(|rate| rate.to_string()));
    collect_change(tx, ChangeEffect { name, from, to });
    let actor = call.audit.caller.to_string();
    rates::record_change(tx, &RateChangeRecord { sending, receiving, rate, actor, at: tx.wall() })?;
    Ok(RateChange { sending, receiving, rate })
}

/// Checks that a rate is confirmed if it is the first of its pair, or far off the last one or off the inverse of
/// the opposite direction: a misplaced point or swapped currencies would be quoted at once.
fn check_confirmed(tx: &mut Tx<'_>, call: &Call, set: &SetRequest, rate: Rate) -> Answer<()> {
    let SetRequest { sending, receiving, confirm, .. } = *set;
    match confirm {
        Some(confirmed) if confirmed == rate.as_decimal() => return Ok(()),
        Some(confirmed) => {
            return Err(OperatorError::invalid(format!("--confirm {confirmed} is not the rate {rate}")));
        }
        None => {}
    }
    let settings = Settings::of_deployment(tx, &call.app.deployment)?;
    let percent = settings.get(&RATE_BAND_PERCENT).map_err(OperatorError::defect)?;
    let last = rates::last_set(tx, sending, receiving)?;
    let opposite = rates::find(tx, receiving, sending)?.and_then(|opposite| opposite.rate.inverse());
    let references = [("the last rate", last), ("the inverse of the opposite rate", opposite)];
    let mut known = references.into_iter().filter_map(|(name, found)| Some((name, found?))).peekable();
    let remedy = format!("if it is right, repeat the command with --confirm {rate}");
    if known.peek().is_none() {
        let message = format!("this is the first rate from {sending} to {receiving}: {rate}");
        return Err(OperatorError::refused(message).remedy(remedy));
    }
    match known.find(|(_, reference)| !rate.is_within(percent, *reference)) {
        None => Ok(()),
        Some((name, reference)) => {
            let message = format!("{rate} is more than {percent} percent off {name}, {reference}");
            Err(OperatorError::refused(message).remedy(remedy))
        }
    }
}

fn list(tx: &mut Tx<'_>, _: &Call, _: &NoArguments) -> Answer<Vec<RateRow>> {
    Ok(rates::list(tx)?.into_iter().map(RateRow::from).collect())
}
