//! A fresh database for each test, on the engine of the test.

use std::ops::Deref;
use std::sync::Arc;

use causeway_domain::ids::{Id, PlatformId};
use causeway_domain::{Clock, Ids, Time};
use causeway_store::{Database, Error, FaultInjector, Options, Store, migrations};
use causeway_testing::postgres::{self, Durability, TestDatabase};
use uuid::Uuid;

use crate::macs::TestMacs;

/// A database engine under test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

/// Creates one test per engine of each function `async fn name(engine: Engine)`.
macro_rules! on_both_engines {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name($crate::harness::Engine::Sqlite).await;
            })*
        }

        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name($crate::harness::Engine::Postgres).await;
            })*
        }
    };
}
pub(crate) use on_both_engines;

/// Initial time of the tests' clocks.
pub(crate) const START: Time = Time::from_millis(1_760_000_000_000);

/// The location of a fixture's database, which is deleted when this value is dropped.
pub(crate) enum Home {
    Folder(tempfile::TempDir),
    Server(TestDatabase),
}

/// A store on a database of its own.
pub(crate) struct Fixture {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) ids: Ids,
    pub(crate) macs: Arc<TestMacs>,
    pub(crate) home: Home,
}

impl Deref for Fixture {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

impl Home {
    pub(crate) async fn new(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self::Folder(tempfile::tempdir().unwrap()),
            Engine::Postgres => Self::Server(postgres::database_with(Durability::Relaxed).await.unwrap()),
        }
    }

    /// Creates a database with tables.
    async fn with_tables(engine: Engine) -> Self {
        let migrate = |url: &str| {
            let database = Database::Postgres { url: url.to_owned() };
            migrations::migrate(&database, &Clock::manual(START))
        };
        match engine {
            Engine::Sqlite => Self::new(engine).await,
            Engine::Postgres => {
                Self::Server(postgres::with_tables(Durability::Relaxed, migrate).await.unwrap())
            }
        }
    }

    pub(crate) fn database(&self) -> Database {
        match self {
            Self::Folder(folder) => Database::Sqlite { path: folder.path().join("causeway.db") },
            Self::Server(database) => Database::Postgres { url: database.url.clone() },
        }
    }
}

impl Fixture {
    pub(crate) async fn new(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    pub(crate) async fn failing(engine: Engine, faults: Arc<dyn FaultInjector>) -> Self {
        Self::with(engine, |options| options.faults = Some(faults)).await
    }

    pub(crate) async fn with(engine: Engine, adjust: impl FnOnce(&mut Options)) -> Self {
        Self::reopen(Home::with_tables(engine).await, adjust)
    }

    /// Opens the database of another fixture.
    pub(crate) fn reopen(home: Home, adjust: impl FnOnce(&mut Options)) -> Self {
        let clock = Clock::manual(START);
        let ids = Ids::system();
        let macs = Arc::new(TestMacs::default());
        let mut options = options(&clock, &ids);
        options.macs = Arc::clone(&macs) as _;
        adjust(&mut options);
        migrations::migrate(&home.database(), &clock).unwrap();
        let store = Store::open(&home.database(), options).unwrap();
        Self { store, clock, ids, macs, home }
    }

    /// Closes the store and opens its database again.
    pub(crate) fn reopened(self) -> Self {
        self.store.close();
        Self::reopen(self.home, |_| {})
    }

    /// Creates a table `note(id, text)` with the unique key `note_text` for experiments.
    pub(crate) async fn with_notes(self) -> Self {
        let make = "CREATE TABLE note (id BIGINT NOT NULL PRIMARY KEY, text TEXT NOT NULL)";
        self.change(make).await;
        self.change("CREATE UNIQUE INDEX note_text ON note (text)").await;
        self
    }

    pub(crate) async fn notes(&self) -> Vec<String> {
        let read = self.read(|tx| tx.query("SELECT text FROM note ORDER BY id", &[], |row| row.get("text")));
        read.await.map_err(|error: Error| error).unwrap()
    }

    /// Runs a statement in a transaction of its own.
    pub(crate) async fn change(&self, sql: &'static str) {
        let changed = self.write(&[], move |tx| tx.execute_counted(sql, &[]));
        changed.await.map_err(|error: Error| error).unwrap();
    }
}

/// Returns options with few threads and a clock that does not advance.
pub(crate) fn options(clock: &Clock, ids: &Ids) -> Options {
    Options {
        readers: 2,
        writers: 4,
        lanes: 1,
        ..Options::new(clock.clone(), ids.clone(), Arc::new(TestMacs::default()))
    }
}

pub(crate) fn platform(number: u128) -> PlatformId {
    PlatformId::from_uuid(Uuid::from_u128(number))
}
