//! A connection for one piece of work, outside of the store's threads: looking at the schema, migrating.

use std::time::Duration;

use tokio::runtime::Builder;

use super::driver::{Client, connect, settings};
use super::fault;
use crate::database::error::Error;
use crate::database::row::Row;

/// How long a look at a database may take.
pub(crate) const LOOK: Duration = Duration::from_secs(30);

/// Connects, does the work and disconnects. Blocks; may be called from within a runtime, since it works in a
/// thread of its own.
pub(crate) fn with_client<T: Send>(
    url: &str,
    work: impl AsyncFnOnce(&mut Client) -> Result<T, Error> + Send,
) -> Result<T, Error> {
    let settings = settings(url)?;
    let run = move || {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|fault| Error::Unavailable(fault.to_string()))?;
        runtime.block_on(async move {
            let mut client = connect(&settings).await.map_err(|fault| fault::error(&fault))?;
            let done = work(&mut client).await;
            client.close().await;
            done
        })
    };
    std::thread::scope(|scope| scope.spawn(run).join())
        .unwrap_or_else(|_| Err(Error::Unavailable("the connecting thread panicked".to_owned())))
}

/// Says in the log when the server would lose commits that it has acknowledged.
pub(crate) async fn warn_of_lossy_settings(client: &mut Client) -> Result<(), Error> {
    let sql = "SELECT name FROM pg_settings WHERE setting = 'off'
        AND name IN ('fsync', 'synchronous_commit', 'full_page_writes')";
    let found = client.query(sql, &[]).await.map_err(|fault| fault::error(&fault))?;
    let lossy: Result<Vec<String>, Error> = found.rows.iter().map(|row| Row::new(row).get("name")).collect();
    let lossy = lossy?;
    if !lossy.is_empty() {
        tracing::warn!(
            settings = lossy.join(", "),
            "the database would lose acknowledged commits in a crash"
        );
    }
    Ok(())
}
