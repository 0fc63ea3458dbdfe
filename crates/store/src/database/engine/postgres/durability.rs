//! Settings of a session, and the check that the server acknowledges commits only once they are on disk.

use super::driver::PgClient;
use super::fault;
use crate::database::commits::lossy;
use crate::database::error::Error;
use crate::database::options::{DurableCommits, Options};

/// The database's time, its `synchronous_commit` (the default of a role or of a database may have changed since
/// the last connect), and `true` if commits wait for a standby.
pub(super) const NOW_AND_SETTINGS: &str =
    "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now,
    current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('synchronous_standby_names') <> '' AS has_standby";

/// Returns the settings that every session begins with.
pub(super) fn session(options: &Options) -> String {
    let [statement, lock] = [options.statement_timeout, options.lock_timeout].map(|time| time.as_millis());
    format!(
        "SET statement_timeout = {statement}; SET lock_timeout = {lock}; SET idle_in_transaction_session_timeout = 60000"
    )
}

/// Finds a production platform with valid credentials, that is, one that is not disabled.
const SERVES_PRODUCTION: &str =
    "SELECT 1 FROM platform /* all platforms */ WHERE environment = 'PRODUCTION' AND NOT disabled LIMIT 1";

/// Refuses a session in which a crash may lose acknowledged commits, if durable commits are required: a crash
/// of the server, or of the standby that it waits for.
pub(super) async fn check(
    client: &mut PgClient,
    setting: &str,
    required: DurableCommits,
) -> Result<(), Error> {
    let Some(reason) = lossy(setting) else { return Ok(()) };
    let is_required = match required {
        DurableCommits::Optional => false,
        DurableCommits::Always => true,
        DurableCommits::WithProduction => {
            let found = client.query(SERVES_PRODUCTION, &[]).await.map_err(|error| fault::error(&error))?;
            !found.rows.is_empty()
        }
    };
    if is_required { Err(Error::Unavailable(reason)) } else { Ok(()) }
}
