//! The number of the schema of a database.

use super::apply::state;
use super::list::latest;
use crate::database::error::{Error, SchemaFault};
use crate::database::options::Database;

/// Returns the number of the last migration of a database that this program can use or migrate. A further one that
/// this program does not know is not counted.
///
/// # Errors
/// [`Error::Schema`] if it is empty, newer than this program or was migrated differently.
pub fn number(database: &Database) -> Result<i64, Error> {
    match state(database) {
        Ok(()) => Ok(latest()),
        Err(Error::Schema(SchemaFault::Older { at, .. })) => Ok(at),
        Err(error) => Err(error),
    }
}
