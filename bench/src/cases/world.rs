//! Two equal databases: one for the service, one for the floor.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use causeway_testing::postgres::{Cluster, TestDatabase};
use causeway_testing::wait;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::error::Result;
use crate::load::{Load, Request};
use crate::options::Options;
use crate::service::{Customer, DataLocation, Jobs, Platform, Process};

/// At least the maximum number of callers, so that each can have its own account.
pub(super) const CUSTOMERS: usize = 256;

/// Time limit for remaining jobs and for sealing, which happens in rounds.
pub(super) const SEALING_TIMEOUT: Duration = Duration::from_secs(120);

/// The first number for keys; those of the rehearsal are lower.
const FIRST_NUMBER: u64 = 1_000;

/// A running service with customers, and its data.
pub(super) struct World {
    pub(super) process: Process,
    pub(super) place: DataLocation,
    pub(super) platform: Platform,
    pub(super) customers: Vec<Customer>,
    folder: TempDir,
    pub(super) database: Option<TestDatabase>,
}

/// The data of a stopped service.
pub(super) struct StoppedWorld {
    pub(super) place: DataLocation,
    pub(super) platform: Platform,
    pub(super) customers: Vec<Customer>,
    pub(super) folder: TempDir,
    database: Option<TestDatabase>,
}

impl World {
    /// Starts a service on SQLite in a new folder.
    pub(super) async fn on_sqlite(options: &Options) -> Result<Self> {
        Self::on(options, None).await
    }

    /// Starts a service on a new database of a cluster, which is as durable as in production.
    pub(super) async fn on_postgres(options: &Options, cluster: &Cluster) -> Result<Self> {
        Self::on(options, Some(cluster.database().await?)).await
    }

    async fn on(options: &Options, database: Option<TestDatabase>) -> Result<Self> {
        let folder = TempDir::new()?;
        let url = database.as_ref().map(|database| database.url.clone());
        let place = DataLocation { folder: folder.path().join("data"), url };
        let process = Process::serve(&options.program, &place, Jobs::Own)?;
        let platform = Platform::of(&process);
        let customers = platform.customers(CUSTOMERS, &["USD"]).await?;
        Ok(Self { process, place, platform, customers, folder, database })
    }

    /// Waits until all entries are sealed in blocks.
    pub(super) async fn sealed(&self) -> Result<()> {
        self.none("SELECT COUNT(*) FROM ledger_unsealed", "the ledger is sealed").await
    }

    /// Waits until no jobs are left but the expiry of quotes, and no webhook is due.
    pub(super) async fn idle(&self) -> Result<()> {
        let left = "SELECT (SELECT COUNT(*) FROM job WHERE kind <> 'EXPIRE_QUOTE')
            + (SELECT COUNT(*) FROM outbox WHERE status = 'DUE')";
        self.none(left, "all is paid out and delivered").await
    }

    /// Waits until a count is zero.
    async fn none(&self, count: &str, what: &str) -> Result<()> {
        wait::until(what, SEALING_TIMEOUT, || async {
            match self.count(count).await {
                Ok(0) => Ok(()),
                Ok(count) => Err(format!("{count} remain")),
                Err(error) => Err(error.to_string()),
            }
        })
        .await;
        Ok(())
    }

    async fn count(&self, count: &str) -> Result<i64> {
        if let Some(database) = &self.database {
            return Ok(database.number(count).await?);
        }
        let reader = Connection::open(self.place.folder.join("causeway.db"))?;
        Ok(reader.query_row(count, [], |row| row.get(0))?)
    }

    /// Stops the service and keeps its data.
    pub(super) fn stop(self) -> Result<StoppedWorld> {
        self.process.stop()?;
        let Self { place, platform, customers, folder, database, .. } = self;
        Ok(StoppedWorld { place, platform, customers, folder, database })
    }
}

impl StoppedWorld {
    /// Copies the data; for SQLite only.
    pub(super) fn copy(&self) -> Result<Self> {
        let folder = TempDir::new()?;
        let place = DataLocation { folder: folder.path().join("data"), url: None };
        std::fs::create_dir(&place.folder)?;
        for entry in std::fs::read_dir(&self.place.folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                std::fs::copy(entry.path(), place.folder.join(entry.file_name()))?;
            }
        }
        let platform = self.platform.clone();
        let customers = self.customers.clone();
        Ok(Self { place, platform, customers, folder, database: None })
    }

    /// Starts the service on the data.
    pub(super) fn start(self, options: &Options, jobs: Jobs) -> Result<World> {
        let process = Process::serve(&options.program, &self.place, jobs)?;
        let platform = Platform::of(&process);
        let Self { place, customers, folder, database, .. } = self;
        Ok(World { process, place, platform, customers, folder, database })
    }
}

/// Creates a load of these requests by `callers`, for the duration of the options.
pub(super) fn load(
    options: &Options,
    requests: Vec<Request>,
    numbers: &Arc<AtomicU64>,
    callers: usize,
) -> Load {
    Load {
        requests: requests.into(),
        numbers: Arc::clone(numbers),
        callers,
        lasts: options.lasts,
        most: u64::MAX,
        rate: None,
        keeps: false,
    }
}

/// Creates the counter for the keys of sent requests.
pub(super) fn numbers() -> Arc<AtomicU64> {
    Arc::new(AtomicU64::new(FIRST_NUMBER))
}
