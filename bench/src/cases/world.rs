//! Two equal databases: one under the service, one under the floor.

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
use crate::service::{Customer, Jobs, Place, Platform, Process};

/// As many customers as callers at most, so that each may have an account of its own.
pub(super) const CUSTOMERS: usize = 256;

/// How long the service may take to do what is left, and to seal what it has booked, which it does in rounds.
pub(super) const SEALING: Duration = Duration::from_secs(120);

/// Keys of the rehearsal are below this number.
const FIRST_NUMBER: u64 = 1_000;

/// A service with customers, and its data.
pub(super) struct World {
    pub(super) process: Process,
    pub(super) place: Place,
    pub(super) platform: Platform,
    pub(super) customers: Vec<Customer>,
    folder: TempDir,
    pub(super) database: Option<TestDatabase>,
}

/// The data of a world whose service has stopped.
pub(super) struct Rest {
    pub(super) place: Place,
    pub(super) platform: Platform,
    pub(super) customers: Vec<Customer>,
    pub(super) folder: TempDir,
    database: Option<TestDatabase>,
}

impl World {
    /// On SQLite in a folder of its own.
    pub(super) async fn on_sqlite(options: &Options) -> Result<Self> {
        Self::on(options, None).await
    }

    /// On a database of its own in a cluster that is as durable as in production.
    pub(super) async fn on_postgres(options: &Options, cluster: &Cluster) -> Result<Self> {
        Self::on(options, Some(cluster.database().await?)).await
    }

    async fn on(options: &Options, database: Option<TestDatabase>) -> Result<Self> {
        let folder = TempDir::new()?;
        let url = database.as_ref().map(|database| database.url.clone());
        let place = Place { folder: folder.path().join("data"), url };
        let process = Process::serve(&options.program, &place, Jobs::Own)?;
        let platform = Platform::of(&process);
        let customers = platform.customers(CUSTOMERS, &["USD"]).await?;
        Ok(Self { process, place, platform, customers, folder, database })
    }

    /// Waits until everything that is booked stands in blocks.
    pub(super) async fn sealed(&self) -> Result<()> {
        self.none("SELECT COUNT(*) FROM ledger_unsealed", "the ledger is sealed").await
    }

    /// Waits until no job is left but those that end open quotes, and no webhook is to be delivered.
    pub(super) async fn idle(&self) -> Result<()> {
        let left = "SELECT (SELECT COUNT(*) FROM job WHERE kind <> 'EXPIRE_QUOTE')
            + (SELECT COUNT(*) FROM outbox WHERE status = 'DUE')";
        self.none(left, "all is paid out and delivered").await
    }

    /// Waits until a count is zero.
    async fn none(&self, count: &str, what: &str) -> Result<()> {
        wait::until(what, SEALING, || async {
            match self.count(count).await {
                Ok(0) => Ok(()),
                Ok(left) => Err(format!("{left} are left")),
                Err(fault) => Err(fault.to_string()),
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

    /// Stops the service; its data stays.
    pub(super) fn stop(self) -> Result<Rest> {
        self.process.stop()?;
        let Self { place, platform, customers, folder, database, .. } = self;
        Ok(Rest { place, platform, customers, folder, database })
    }
}

impl Rest {
    /// The same data once more; of SQLite alone.
    pub(super) fn copy(&self) -> Result<Self> {
        let folder = TempDir::new()?;
        let place = Place { folder: folder.path().join("data"), url: None };
        std::fs::create_dir(&place.folder)?;
        for entry in std::fs::read_dir(&self.place.folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                std::fs::copy(entry.path(), place.folder.join(entry.file_name()))?;
            }
        }
        let (platform, customers) = (self.platform.clone(), self.customers.clone());
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

/// These requests by so many callers, for as long as the options say.
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

/// Numbers for sendings.
pub(super) fn numbers() -> Arc<AtomicU64> {
    Arc::new(AtomicU64::new(FIRST_NUMBER))
}
