//! The exchange rates of production platforms (money 6.1).

use causeway_domain::Time;
use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::{Decimal, Rate};
use causeway_store::Tx;
use causeway_store::rates::{self, RateRecord};

use super::{Answer, Call, NoArguments, OperatorError, arguments, flag, noun, positional, view};

noun! {
    /// Exchange rates of production platforms
    "rate" {
        /// Set the exchange rate of a currency pair, in this direction only
        "set" => change_deployment(set),
        /// List the exchange rates of production platforms
        "list" => read_deployment(list),
    }
}

arguments! {
    struct SetRequest {
        sending: CurrencyCode = positional("Sending currency"),
        receiving: CurrencyCode = positional("Receiving currency"),
        rate: Option<Decimal> =
            positional("Receiving units per sending unit, in major units, such as 0.92").optional(),
        #[serde(default)]
        remove: bool = flag("Remove the rate: the pair is no longer quoted"),
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

fn set(tx: &mut Tx<'_>, _: &Call, set: &SetRequest) -> Answer<RateChange> {
    let SetRequest { sending, receiving, .. } = *set;
    if let Some(unknown) = [sending, receiving].into_iter().find(|code| currency::find(*code).is_none()) {
        let message = format!("{unknown} is not a currency that the service knows");
        return Err(OperatorError::invalid(message));
    }
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
    match rate {
        Some(rate) => rates::set(tx, &RateRecord { sending, receiving, rate, updated_at: tx.wall() })?,
        None => rates::remove(tx, sending, receiving)?,
    }
    Ok(RateChange { sending, receiving, rate })
}

fn list(tx: &mut Tx<'_>, _: &Call, _: &NoArguments) -> Answer<Vec<RateRow>> {
    Ok(rates::list(tx)?.into_iter().map(RateRow::from).collect())
}
