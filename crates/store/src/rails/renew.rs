//! The deployment's tables of rails, and the renewal of their codes.

use super::{accounts, bindings, keys, routes, rows};
use crate::database::common_terms::{CommonTable, authenticate_common_anew};
use crate::{Error, Tx};

/// All tables of rails with rows of the deployment that are authenticated.
pub(crate) const TABLES: [CommonTable; 5] =
    [rows::TABLE, keys::TABLE, accounts::TABLE, bindings::TABLE, routes::TABLE];

/// Renews the MACs of all rails, keys, accounts, bindings and routes with the newest key. They are few. Rows with an
/// invalid MAC stay unchanged.
pub fn authenticate_rails_anew(tx: &mut Tx<'_>) -> Result<(), Error> {
    TABLES.iter().try_for_each(|table| authenticate_common_anew(tx, table))
}
