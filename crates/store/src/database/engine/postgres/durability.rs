//! What holds for a session, and when the server acknowledges its commits: once they are on disk, or before.

use super::driver;
use crate::database::error::Error;
use crate::database::options::Options;
use crate::database::row::Row;

/// The database's time, and when it acknowledges commits: the default of a role or of a database may have changed since
/// the last connect.
pub(super) const NOW_AND_SETTING: &str =
    "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now,
    current_setting('synchronous_commit') AS synchronous_commit";

/// What is set for a session before anything else.
pub(super) fn session(options: &Options) -> String {
    let [statement, lock] = [options.statement_timeout, options.lock_timeout].map(|time| time.as_millis());
    format!(
        "SET statement_timeout = {statement}; SET lock_timeout = {lock}; SET idle_in_transaction_session_timeout = 60000"
    )
}

/// Where durable commits are required, refuses a session whose acknowledged ones a crash may lose: of the server, or of
/// the standby that it waits for.
pub(super) fn check(row: &driver::Row, is_required: bool) -> Result<(), Error> {
    let setting: String = Row::new(row).get("synchronous_commit")?;
    match setting.as_str() {
        lossy @ ("off" | "local") if is_required => Err(Error::Unavailable(format!(
            "synchronous_commit is {lossy}, so that a crash may lose acknowledged payments; set it to on for this role \
             and database, or set allow_asynchronous_commit"
        ))),
        _ => Ok(()),
    }
}
