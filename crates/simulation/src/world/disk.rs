//! The database that outlives the process.

use causeway_domain::Clock;
use causeway_store::{Database, Memory, migrations};
use causeway_testing::postgres::{Durability, TestDatabase, with_tables};
use tokio::runtime::Builder;

use crate::violation::{Checked, Violation};

/// Which database a run has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// SQLite in memory: a seed gives the same run each time.
    Sqlite,
    /// A PostgreSQL server: the order of rows and the times are its own.
    Postgres,
}

/// A database that is there until the run has ended.
pub(super) enum Disk {
    Memory(Memory),
    Server(TestDatabase),
}

impl Disk {
    /// An empty one.
    pub(super) fn empty(engine: Engine) -> Checked<Self> {
        match engine {
            Engine::Sqlite => Ok(Self::Memory(Memory::new()?)),
            Engine::Postgres => {
                let runtime = Builder::new_current_thread().enable_all().build()?;
                let migrate = |url: &str| {
                    let database = Database::Postgres { url: url.to_owned() };
                    migrations::migrate(&database, &Clock::system())
                };
                let made = runtime.block_on(with_tables(Durability::Relaxed, migrate));
                made.map(Self::Server).map_err(|fault| Violation(fault.to_string()))
            }
        }
    }

    /// Where stores find it.
    pub(super) fn database(&self) -> Database {
        match self {
            Self::Memory(memory) => memory.database(),
            Self::Server(server) => Database::Postgres { url: server.url.clone() },
        }
    }
}
