//! The certainty that no rail has an order of which no row is stored (rails 5.3).

use causeway_domain::Time;
use causeway_store::rails::{OrderName, items, state};
use causeway_store::{Error, Tx};

use crate::runtime::rails::Rails;

/// Checks that no rail can have an order without a row. A service that was restored from an older backup may have lost
/// the row of an order that was paid: so no item of any rail may name the order, and every feed must have been read since
/// this process started. The latter is not needed for a payment that is younger than the process.
pub(super) fn is_certain(
    tx: &mut Tx<'_>,
    rails: &Rails,
    name: OrderName,
    created_at: Option<Time>,
) -> Result<bool, Error> {
    if items::names_order(tx, name)? {
        return Ok(false);
    }
    if created_at.is_some_and(|created_at| rails.is_younger(created_at)) {
        return Ok(true);
    }
    Ok(state::all(tx)?.iter().all(|state| rails.has_caught_up(state)))
}
