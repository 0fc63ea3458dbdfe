//! How a store is opened.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::{Clock, Ids};

use crate::database::engine::postgres;
use crate::database::error::Error;
use crate::database::fault_injector::FaultInjector;
use crate::database::macs::Macs;

/// Which database to open.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// A SQLite file.
    Sqlite {
        /// The file; it is made when missing.
        path: PathBuf,
    },
    /// A PostgreSQL database.
    Postgres {
        /// A connection URL, `postgresql://user:password@host/database`.
        url: String,
    },
}

impl Database {
    /// What distinguishes this database from others, without a password: two URLs of one database agree.
    ///
    /// # Errors
    /// When the URL or the path cannot be read.
    pub fn identity(&self) -> Result<String, Error> {
        match self {
            Self::Sqlite { path } => match std::path::absolute(path) {
                Ok(path) => Ok(path.display().to_string()),
                Err(fault) => Err(Error::Unavailable(format!("{}: {fault}", path.display()))),
            },
            Self::Postgres { url } => postgres::identity(url),
        }
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite { path } => f.debug_struct("Sqlite").field("path", path).finish(),
            // The URL carries a password.
            Self::Postgres { .. } => f.debug_struct("Postgres").finish_non_exhaustive(),
        }
    }
}

/// When commits must be on disk before they are acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DurableCommits {
    /// They need not be.
    Optional,
    /// Where a production platform exists that is not disabled, at the time of the connect.
    WithProduction,
    /// Always.
    Always,
}

/// What happens when the store must not go on: a commit whose durability is unknown.
pub type OnFatal = Arc<dyn Fn(&str) + Send + Sync>;

/// Settings of a store; start from [`Options::new`].
#[derive(Clone)]
pub struct Options {
    /// The wall clock.
    pub clock: Clock,
    /// The source of commit markers and of jitter.
    pub ids: Ids,
    /// What authenticates the rows that money depends on.
    pub macs: Arc<dyn Macs>,
    /// Closures that may wait in a queue before callers are turned away.
    pub queue: usize,
    /// Closures that may share one commit on SQLite.
    pub batch: usize,
    /// Threads that read, each with a connection.
    pub readers: usize,
    /// Threads that write, each with a connection; SQLite always has one.
    pub writers: usize,
    /// Threads for closures with a hot account; PostgreSQL only.
    pub lanes: usize,
    /// Closures that may share one commit in a lane.
    pub lane_batch: usize,
    /// How often a closure that lost a race is rerun before it is given up.
    pub reruns: u32,
    /// How long a statement waits for a row lock, or for the one writer of a SQLite file.
    pub lock_timeout: Duration,
    /// How long one statement may run; PostgreSQL only.
    pub statement_timeout: Duration,
    /// When a connection is refused that acknowledges a commit before it is on disk (`synchronous_commit`); PostgreSQL
    /// only.
    pub durable_commits: DurableCommits,
    /// How long after a commit whose answer was lost its marker may still say whether it happened: less than markers
    /// are kept. PostgreSQL only.
    pub in_doubt_limit: Duration,
    /// Called when a commit's durability is unknown and the process must end; must not return in
    /// production. When it does return (in tests), the store is closed and nobody is acknowledged.
    pub on_fatal: OnFatal,
    /// The fault points' hook, for tests.
    pub faults: Option<Arc<dyn FaultInjector>>,
}

impl Options {
    /// The settings for production.
    #[must_use]
    pub fn new(clock: Clock, ids: Ids, macs: Arc<dyn Macs>) -> Self {
        Self {
            clock,
            ids,
            macs,
            queue: 1024,
            batch: 256,
            readers: 4,
            writers: 16,
            lanes: 2,
            // Each may need a savepoint, and with more than 64 PostgreSQL must look into its commit log for each.
            lane_batch: 32,
            reruns: 10,
            // A batch that waits too long is rerun one by one: two of them still end within a request's deadline.
            lock_timeout: Duration::from_secs(8),
            statement_timeout: Duration::from_secs(30),
            durable_commits: DurableCommits::Optional,
            in_doubt_limit: Duration::from_hours(12),
            on_fatal: Arc::new(end_process),
            faults: None,
        }
    }
}

fn end_process(why: &str) {
    tracing::error!(why, "the process ends because a commit may not be durable");
    std::process::abort();
}
