//! The listed limits of one payment in a corridor (money 5.1).

use causeway_domain::money::CurrencyCode;

use crate::runtime::settings::{CorridorLimit, for_corridor};

/// Default minimum if the operator has set none, in smallest units.
const LIST_MINIMUM: i64 = 100;
/// Default maximum if the operator has set none, in smallest units.
const LIST_MAXIMUM: i64 = 10_000_000;

/// Returns the minimum and maximum of one payment, in smallest units of the sending currency.
pub(crate) fn list_limits(
    limits: &[CorridorLimit],
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> (i64, i64) {
    let limit = for_corridor(limits, sending, receiving);
    let least = limit.and_then(|limit| limit.list_minimum).unwrap_or(LIST_MINIMUM);
    let most = limit.and_then(|limit| limit.list_maximum).unwrap_or(LIST_MAXIMUM);
    (least, most)
}
