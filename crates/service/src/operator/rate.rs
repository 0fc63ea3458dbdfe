//! The exchange rates of production platforms (money 6.1).

use causeway_domain::Time;
use causeway_domain::currency;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::{Decimal, Rate};
use causeway_store::Tx;
use causeway_store::rates::{self, RateRecord};
use serde::{Deserialize, Serialize};

use super::argument::{flag, positional};
use super::call::Call;
use super::noun::Nothing;
use super::{Noun, OperatorError};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Set {
    sending: CurrencyCode,
    receiving: CurrencyCode,
    #[serde(default)]
    rate: Option<Decimal>,
    #[serde(default)]
    remove: bool,
}

#[derive(Debug, Clone, Serialize)]
struct Changed {
    sending: CurrencyCode,
    receiving: CurrencyCode,
    /// None: the pair is not quoted.
    rate: Option<Rate>,
}

#[derive(Debug, Clone, Serialize)]
struct Listed {
    sending: CurrencyCode,
    receiving: CurrencyCode,
    rate: Rate,
    updated_at: Time,
}

pub(super) fn noun() -> Noun {
    let arguments = [
        positional("sending", "The sending currency"),
        positional("receiving", "The receiving currency"),
        positional("rate", "Receiving units per sending unit, in major units: 0.92").optional(),
        flag("remove", "Removes the rate: the pair is no longer quoted"),
    ];
    Noun::new("rate", "The exchange rates of production platforms")
        .change_deployment(
            "set",
            "Sets the exchange rate of a pair of currencies, in this direction only",
            &arguments,
            set,
        )
        .read_deployment(
            "list",
            "Lists the exchange rates that production platforms get",
            &[],
            |tx, _, Nothing {}| {
                let listed = rates::list(tx)?.into_iter().map(|row| Listed {
                    sending: row.sending,
                    receiving: row.receiving,
                    rate: row.rate,
                    updated_at: row.updated_at,
                });
                Ok(listed.collect::<Vec<_>>())
            },
        )
}

fn set(tx: &mut Tx<'_>, _: &Call, set: &Set) -> Result<(Option<PlatformId>, Changed), OperatorError> {
    let Set { sending, receiving, .. } = *set;
    if let Some(unknown) = [sending, receiving].into_iter().find(|code| currency::find(*code).is_none()) {
        return Err(OperatorError::invalid(format!("{unknown} is no currency that the service knows")));
    }
    if sending == receiving {
        return Err(OperatorError::invalid("within one currency the rate is always 1"));
    }
    let rate = match (set.rate, set.remove) {
        (Some(number), false) => Some(
            Rate::try_new(number)
                .map_err(|fault| OperatorError::invalid(format!("{number} is no exchange rate: {fault}")))?,
        ),
        (None, true) => None,
        (None, false) | (Some(_), true) => {
            return Err(OperatorError::invalid("say either a rate or --remove"));
        }
    };
    match rate {
        Some(rate) => rates::set(tx, &RateRecord { sending, receiving, rate, updated_at: tx.wall() })?,
        None => rates::remove(tx, sending, receiving)?,
    }
    Ok((None, Changed { sending, receiving, rate }))
}
