//! The rate of a currency pair that is searched for, such as `USD/EUR` (money 6.1).

use causeway_store::rates::CurrencyPair;
use causeway_store::{Tx, rates};

use super::Answer;
use super::currency_pair::{parse, unknown};
use super::find_row::Summary;
use super::rate_show::RateStatus;

/// Returns the present rate of a currency pair, or the last one if it was removed, with the present one of the opposite
/// direction; `None` if the text is no pair that has or had a rate.
pub(super) fn rate(tx: &mut Tx<'_>, text: &str) -> Answer<Option<Summary>> {
    let Some(pair) = parse(text).filter(|pair| unknown(*pair).is_none()) else { return Ok(None) };
    let CurrencyPair { sending, receiving } = pair;
    let present = rates::find(tx, sending, receiving)?;
    let last = match &present {
        Some(present) => Some(present.rate),
        None => rates::last_set(tx, sending, receiving)?,
    };
    let opposite = rates::find(tx, receiving, sending)?;
    let own = last.map(|rate| format!("1 {sending} = {rate} {receiving}"));
    let opposite = opposite.map(|opposite| format!("1 {receiving} = {} {sending}", opposite.rate));
    let about: Vec<String> = own.into_iter().chain(opposite).collect();
    if about.is_empty() {
        return Ok(None);
    }
    Ok(Some(Summary {
        id: format!("{sending}/{receiving}"),
        status: Some(RateStatus::of(present.map(|present| present.rate), last).as_str().to_owned()),
        about: Some(about.join("; ")),
        amount: None,
        created_at: present.map(|present| present.updated_at),
        next: Some(format!("causeway rate show {sending} {receiving}")),
    }))
}
