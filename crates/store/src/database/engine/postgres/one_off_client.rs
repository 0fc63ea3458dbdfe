//! A connection for one piece of work outside of the store's threads, such as a schema check or a migration.

use std::time::Duration;

use tokio::runtime::Builder;

use super::driver::{PgClient, connect, settings};
use super::fault;
use crate::database::error::Error;
use crate::database::row::Row;

/// Time limit for reading a database's state.
pub(crate) const READ_STATE_TIMEOUT: Duration = Duration::from_secs(30);

/// Connects, runs the work and disconnects. Blocks; may be called within an async runtime, because it works
/// in its own thread.
pub(crate) fn with_client<T: Send>(
    url: &str,
    work: impl AsyncFnOnce(&mut PgClient) -> Result<T, Error> + Send,
) -> Result<T, Error> {
    let settings = settings(url)?;
    let run = move || {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Error::Unavailable(error.to_string()))?;
        runtime.block_on(async move {
            let mut client = connect(&settings).await.map_err(|error| fault::error(&error))?;
            let done = work(&mut client).await;
            client.close().await;
            done
        })
    };
    std::thread::scope(|scope| scope.spawn(run).join())
        .unwrap_or_else(|_| Err(Error::Unavailable("the connecting thread panicked".to_owned())))
}

/// Logs a warning if the server's settings may lose acknowledged commits.
pub(crate) async fn warn_of_lossy_settings(client: &mut PgClient) -> Result<(), Error> {
    let sql = "SELECT name FROM pg_settings WHERE setting = 'off'
        AND name IN ('fsync', 'synchronous_commit', 'full_page_writes')";
    let found = client.query(sql, &[]).await.map_err(|error| fault::error(&error))?;
    let lossy: Result<Vec<String>, Error> = found.rows.iter().map(|row| Row::new(row).get("name")).collect();
    let lossy = lossy?;
    if !lossy.is_empty() {
        tracing::warn!(
            settings = lossy.join(", "),
            "with these PostgreSQL settings, a crash may lose acknowledged commits; set them to on"
        );
    }
    Ok(())
}
