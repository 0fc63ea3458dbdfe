//! The rate of a currency pair that is searched for, such as `USD/EUR` (money 6.1).

use causeway_store::{Tx, rates};

use super::Answer;
use super::find_row::Summary;
use super::payment_list::{Pair, pair};

/// Returns the present rate of a currency pair, or the last one if it was removed; `None` if the text is no pair that
/// ever had a rate.
pub(super) fn rate(tx: &mut Tx<'_>, text: &str) -> Answer<Option<Summary>> {
    let Ok(Pair { sending, receiving }) = pair(&text.trim().to_ascii_uppercase()) else { return Ok(None) };
    let present = rates::find(tx, sending, receiving)?;
    let rate = match &present {
        Some(present) => Some(present.rate),
        None => rates::last_set(tx, sending, receiving)?,
    };
    Ok(rate.map(|rate| Summary {
        id: format!("{sending}/{receiving}"),
        status: Some(if present.is_some() { "QUOTED" } else { "REMOVED" }.to_owned()),
        about: Some(format!("1 {sending} = {rate} {receiving}")),
        amount: None,
        created_at: present.map(|present| present.updated_at),
        next: Some(format!("causeway rate history {sending} {receiving}")),
    }))
}
