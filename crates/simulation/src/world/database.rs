//! The database, which outlives the process.

use causeway_domain::Clock;
use causeway_store::{Database, Memory, migrations};
use causeway_testing::postgres::{Durability, TestDatabase, with_tables};
use tokio::runtime::Builder;

use crate::violation::{CheckResult, Violation};

/// The database of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// SQLite in memory: a seed gives the same run each time.
    Sqlite,
    /// A PostgreSQL server: row order and timing vary between runs.
    Postgres,
}

/// A database that exists until the run ends.
pub(super) enum RunDatabase {
    Memory(Memory),
    Server(TestDatabase),
}

impl RunDatabase {
    /// Creates an empty database.
    pub(super) fn empty(engine: Engine) -> CheckResult<Self> {
        match engine {
            Engine::Sqlite => Ok(Self::Memory(Memory::new()?)),
            Engine::Postgres => {
                let runtime = Builder::new_current_thread().enable_all().build()?;
                let migrate = |url: &str| {
                    let database = Database::Postgres { url: url.to_owned() };
                    migrations::migrate(&database, &Clock::system())
                };
                let database = runtime.block_on(with_tables(Durability::Relaxed, migrate));
                database.map(Self::Server).map_err(|error| Violation(error.to_string()))
            }
        }
    }

    /// Returns the location of the database for stores.
    pub(super) fn location(&self) -> Database {
        match self {
            Self::Memory(memory) => memory.database(),
            Self::Server(server) => Database::Postgres { url: server.url.clone() },
        }
    }
}
