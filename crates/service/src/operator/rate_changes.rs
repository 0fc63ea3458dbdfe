//! The changes of exchange rates, each compared with the one before it (money 6.1).

use causeway_domain::Time;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_store::Tx;
use causeway_store::rates::{self, CurrencyPair, RateChangeRecord};
use serde::Serialize;

use super::currency_pair::{check_known, optional_code};
use super::list_page::check_limit;
use super::{Answer, Call, OperatorError, arguments, default_number, limit, positional};
use crate::runtime::settings::{RATE_BAND_PERCENT, Settings};

arguments! {
    pub(super) struct HistoryRequest {
        #[serde(default, deserialize_with = "optional_code")]
        sending: Option<CurrencyCode> = positional("Sending currency [default: all pairs]").optional(),
        #[serde(default, deserialize_with = "optional_code")]
        receiving: Option<CurrencyCode> = positional("Receiving currency").optional(),
        #[serde(default = "default_number::<100>")]
        limit: u32 = limit(),
    }
}

/// A change of a rate.
#[derive(Debug, Serialize)]
pub(super) struct RateChangeRow {
    sending: CurrencyCode,
    receiving: CurrencyCode,
    /// `None` if the rate was removed.
    pub(super) rate: Option<Rate>,
    /// `true` if the rate is more than `rate_band_percent` off the one before it; `None` if there is none of either.
    pub(super) is_unusual: Option<bool>,
    actor: String,
    /// Wall time.
    pub(super) at: Time,
}

/// Lists the changes, newest first.
pub(super) fn history(tx: &mut Tx<'_>, call: &Call, history: &HistoryRequest) -> Answer<Vec<RateChangeRow>> {
    check_limit(history.limit)?;
    let pair = match (history.sending, history.receiving) {
        (Some(sending), Some(receiving)) => Some(CurrencyPair { sending, receiving }),
        (None, None) => None,
        (Some(_), None) | (None, Some(_)) => {
            return Err(OperatorError::invalid("give both currencies of a pair, or none"));
        }
    };
    pair.map(check_known).transpose()?;
    changes(tx, call, pair, history.limit)
}

/// Returns the newest changes: of all pairs, or of one pair.
pub(super) fn changes(
    tx: &mut Tx<'_>,
    call: &Call,
    pair: Option<CurrencyPair>,
    limit: u32,
) -> Answer<Vec<RateChangeRow>> {
    let settings = Settings::of_deployment(tx, &call.app.deployment)?;
    let percent = settings.get(&RATE_BAND_PERCENT).map_err(OperatorError::defect)?;
    // Reads one more, with which the last one is compared.
    let found = rates::history(tx, pair, limit.saturating_add(1))?;
    let row = |(index, change): (usize, &RateChangeRecord)| {
        let others = found.iter().skip(index + 1);
        let before = others.filter(|other| is_of_same_pair(other, change)).find_map(|other| other.rate);
        RateChangeRow {
            sending: change.sending,
            receiving: change.receiving,
            rate: change.rate,
            is_unusual: change.rate.zip(before).map(|(rate, before)| !rate.is_within(percent, before)),
            actor: change.actor.clone(),
            at: change.at,
        }
    };
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    Ok(found.iter().enumerate().take(limit).map(row).collect())
}

fn is_of_same_pair(one: &RateChangeRecord, other: &RateChangeRecord) -> bool {
    one.sending == other.sending && one.receiving == other.receiving
}
