//! The end of the last complete verification.

use causeway_domain::Time;
use causeway_store::{Error, Tx, verification_state};

use super::state::State;

/// Returns the wall time at which the last complete verification ended, or `None` if there was none.
///
/// # Errors
/// The errors of a database that is not available now.
pub fn last_verified(tx: &mut Tx<'_>) -> Result<Option<Time>, Error> {
    let doc = verification_state::find(tx)?;
    Ok(doc.as_deref().and_then(State::read).and_then(|state| state.ended_at))
}
