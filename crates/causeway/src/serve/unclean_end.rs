//! Checks after a server that did not stop in order: the cause of its end may have damaged the disk.

use causeway_service::runtime::timers;
use causeway_store::{Database, Error, Store, ledger};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::config::Config;
use crate::data_folder::FolderLock;

/// Returns `true` if the last server on the folder did not stop in order: its marker exists, or its database
/// still has a log beside it. Must be called before the database is opened.
#[must_use]
pub(super) fn ended_uncleanly(config: &Config, lock: &FolderLock) -> bool {
    config.data.is_marked(lock) || has_log(config)
}

fn has_log(config: &Config) -> bool {
    let Database::Sqlite { path } = config.database() else { return false };
    let mut log = path.into_os_string();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|file| file.len() > 0)
}

/// A check of everything in the database, in the background.
#[derive(Debug)]
pub(super) struct Check(JoinHandle<bool>);

impl Check {
    /// Starts the check. Damage is reported as usual.
    #[must_use]
    pub(super) fn begin(store: &Store) -> Self {
        let store = store.clone();
        Self(tokio::spawn(async move {
            let outcome = check(&store).await;
            match &outcome {
                Ok(()) => tracing::info!("the last server did not stop in order; the database is undamaged"),
                Err(Error::Closed) => {
                    tracing::info!("the last server did not stop in order; the next one checks the database")
                }
                Err(error @ Error::Damaged(_)) => {
                    tracing::error!(%error, "the last server did not stop in order, and the database is damaged")
                }
                Err(error) => {
                    tracing::error!(%error, "the last server did not stop in order; the database could not be checked completely")
                }
            }
            outcome.is_ok()
        }))
    }

    /// Returns `true` if the check has completed without finding damage.
    pub(super) async fn has_passed(self) -> bool {
        self.0.is_finished() && self.0.await.unwrap_or(false)
    }
}

async fn check(store: &Store) -> Result<(), Error> {
    let pages = store.clone();
    spawn_blocking(move || pages.check_pages()).await.unwrap_or(Err(Error::Panicked))?;
    let mut after = None;
    loop {
        match store.read(move |tx| ledger::check_present(tx, after)).await {
            Ok(None) => return Ok(()),
            Ok(last) => after = last,
            Err(Error::Unavailable(_)) => timers::pause(timers::POLL).await,
            Err(error) => return Err(error),
        }
    }
}
