//! Options for opening a store.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::{Clock, Ids};

use crate::database::engine::postgres;
use crate::database::error::Error;
use crate::database::fault_injector::FaultInjector;
use crate::database::macs::Macs;

/// The database to open.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    Sqlite {
        /// The file, created if missing.
        path: PathBuf,
    },
    Postgres {
        /// A connection URL, `postgresql://user:password@host/database`.
        url: String,
    },
}

impl Database {
    /// Returns a name that distinguishes this database from others, without a password: two URLs of one
    /// database give the same name.
    ///
    /// # Errors
    /// If the URL or the path cannot be parsed.
    pub fn identity(&self) -> Result<String, Error> {
        match self {
            Self::Sqlite { path } => match std::path::absolute(path) {
                Ok(path) => Ok(path.display().to_string()),
                Err(error) => Err(Error::Unavailable(format!("{}: {error}", path.display()))),
            },
            Self::Postgres { url } => postgres::identity(url),
        }
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite { path } => f.debug_struct("Sqlite").field("path", path).finish(),
            // The URL contains a password.
            Self::Postgres { .. } => f.debug_struct("Postgres").finish_non_exhaustive(),
        }
    }
}

/// The condition under which commits must be on disk before they are acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DurableCommits {
    /// Not required.
    Optional,
    /// Required if an enabled production platform exists when the connection is made.
    WithProduction,
    /// Always required.
    Always,
}

/// A handler for the case that the store must stop because the durability of a commit is unknown.
pub type OnFatal = Arc<dyn Fn(&str) + Send + Sync>;

/// Settings of a store; start from [`Options::new`].
#[derive(Clone)]
pub struct Options {
    pub clock: Clock,
    /// Source of commit markers and jitter.
    pub ids: Ids,
    /// Authentication of the rows that money depends on.
    pub macs: Arc<dyn Macs>,
    /// Maximum closures waiting in a queue before callers are turned away.
    pub queue: usize,
    /// Maximum closures per commit on SQLite.
    pub batch: usize,
    /// Reader threads, each with a connection.
    pub readers: usize,
    /// Writer threads, each with a connection; SQLite always has one.
    pub writers: usize,
    /// Batch lanes: threads for closures with a busy account; PostgreSQL only.
    pub lanes: usize,
    /// Maximum closures per commit in a batch lane.
    pub lane_batch: usize,
    /// Maximum reruns of a closure that loses races.
    pub reruns: u32,
    /// Maximum wait for a row lock, or for the single writer of a SQLite file.
    pub lock_timeout: Duration,
    /// Maximum run time of a statement; PostgreSQL only.
    pub statement_timeout: Duration,
    /// Refusal of connections that acknowledge a commit before it is on disk (`synchronous_commit`);
    /// PostgreSQL only.
    pub durable_commits: DurableCommits,
    /// Time after a commit with a lost answer within which its marker still decides if it happened; shorter
    /// than the retention of markers. PostgreSQL only.
    pub in_doubt_limit: Duration,
    /// Handler of a commit with unknown durability, after which the process must end; must not return in
    /// production. If it does return (in tests), the store is closed and no caller is acknowledged.
    pub on_fatal: OnFatal,
    /// The fault injector, for tests.
    pub faults: Option<Arc<dyn FaultInjector>>,
}

impl Options {
    /// Returns the settings for production.
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
            // Each closure may need a savepoint, and with more than 64 subtransactions PostgreSQL must look
            // up its commit log for each.
            lane_batch: 32,
            reruns: 10,
            // A batch that waits too long is rerun one by one: two such waits still fit in a request's
            // deadline.
            lock_timeout: Duration::from_secs(8),
            statement_timeout: Duration::from_secs(30),
            durable_commits: DurableCommits::Optional,
            in_doubt_limit: Duration::from_hours(12),
            on_fatal: Arc::new(end_process),
            faults: None,
        }
    }
}

fn end_process(reason: &str) {
    tracing::error!(reason, "process aborted: a commit may not be durable");
    std::process::abort();
}
