//! The store: opened once, cloned freely.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use tokio::sync::Notify;

use crate::database::backup;
use crate::database::counts::Counts;
use crate::database::engine::{Mode, postgres};
use crate::database::engine_check::EngineCheck;
use crate::database::error::Error;
use crate::database::executor::{Health, Shared, Task, pack};
use crate::database::fault_injector::Point;
use crate::database::idempotency::{self, Key, Keyed, Storable};
use crate::database::inline::{self, Inline};
use crate::database::options::{Database, Options};
use crate::database::prefetch::Prefetch;
use crate::database::reader_pool::ReaderPool;
use crate::database::threads::{self, Queues, Threads};
use crate::database::tx::Tx;
use crate::database::wake::Wake;

/// A database with the threads that work on it. Clones are the same store; the last one to go closes it.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    shared: Arc<Shared>,
    place: Place,
    identity: String,
    /// None for one that lives in memory.
    database: Option<Database>,
}

/// Where closures run.
enum Place {
    /// In threads of the store, which take them from queues; short reads in the caller's, on SQLite.
    Threads { queues: Queues, threads: Mutex<Vec<JoinHandle<()>>>, reader_pool: ReaderPool },
    /// While the caller waits.
    Caller(Mutex<Option<Box<dyn Inline>>>),
}

/// What a closure may do, and so where it runs.
#[derive(Clone, Copy)]
enum Kind {
    Find,
    Look,
    Read,
    Write,
}

impl Kind {
    const fn mode(self) -> Mode {
        match self {
            Self::Find => Mode::Query,
            Self::Look | Self::Read => Mode::Read,
            Self::Write => Mode::Write,
        }
    }
}

impl Store {
    /// Opens a database whose schema fits (see [`crate::database::migrations::prepare`]) and starts the threads.
    /// Blocks while it connects.
    ///
    /// # Errors
    /// [`Error::Schema`] when the schema does not fit; [`Error::Unavailable`] when it cannot be reached.
    pub fn open(database: &Database, options: Options) -> Result<Self, Error> {
        let shared = Arc::new(Shared::new(options));
        let Threads { queues, threads, reader_pool } = threads::start(database, &shared)?;
        let place = Place::Threads { queues, threads: Mutex::new(threads), reader_pool };
        let (identity, database) = (database.identity()?, Some(database.clone()));
        Ok(Self { inner: Arc::new(Inner { shared, place, identity, database }) })
    }

    /// The database's [`Database::identity`].
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.inner.identity
    }

    /// Opens a database, or one of SQLite in memory when none is given, whose closures run while their caller waits, one
    /// after the other; for simulations, where threads would decide the order. Brings the schema up to date itself.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn inline(database: Option<&Database>, options: Options) -> Result<Self, Error> {
        let shared = Arc::new(Shared::inline(options));
        let place = Place::Caller(Mutex::new(Some(inline::open(database, &shared)?)));
        let identity = database.map(Database::identity).transpose()?.unwrap_or_default();
        let database = database.cloned();
        Ok(Self { inner: Arc::new(Inner { shared, place, identity, database }) })
    }

    /// Runs a closure on one snapshot of the database. It may run more than once and must do no I/O.
    ///
    /// # Errors
    /// What the closure returns, or an [`Error`] of the store as `E`.
    pub async fn read<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.run(Kind::Read, Prefetch::default(), f).await
    }

    /// As [`Store::read`], for a closure of a few look-ups by key. On SQLite it runs at once in the caller's
    /// thread, which takes less time than to hand it to another thread and its answer back; so it must be
    /// short, or it keeps other callers waiting.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub async fn look<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.run(Kind::Look, Prefetch::default(), f).await
    }

    /// As [`Store::look`], for a closure of a single query, which needs no transaction: over a network it takes one
    /// round trip instead of two. A second query, or a change, is refused.
    ///
    /// # Errors
    /// As [`Store::read`]; [`Error::Statement`] for more than one query.
    pub async fn find<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.run(Kind::Find, Prefetch::default(), f).await
    }

    /// Runs a closure in a transaction; `Ok` means that it is committed. It may run more than once and must
    /// do no I/O. What it did is undone when it returns `Err`.
    ///
    /// `prefetch` is mostly the guarded accounts that the closure locks, the busiest one first.
    ///
    /// When the returned future is dropped, a transaction that has begun is carried to its end; one that still waits is
    /// not begun.
    ///
    /// # Errors
    /// What the closure returns, or an [`Error`] of the store as `E`.
    pub async fn write<T, E, F>(&self, prefetch: impl Into<Prefetch>, f: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.run(Kind::Write, prefetch.into(), f).await
    }

    /// As [`Store::write`], under an idempotency key (conventions 9): the answer is stored in the same
    /// transaction as the effects. A refusal undoes the effects and is stored too, when it is storable.
    ///
    /// # Errors
    /// What the closure returns, or an [`Error`] of the store as `E`.
    pub async fn write_keyed<T, E, F>(
        &self,
        prefetch: impl Into<Prefetch>,
        key: &Key,
        mut f: F,
    ) -> Result<Keyed<T>, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Storable + Send + 'static,
        E: Storable + From<Error> + Send + 'static,
    {
        let key = key.clone();
        let run = move |tx: &mut Tx<'_>| idempotency::run(tx, &key, &mut f);
        self.run(Kind::Write, prefetch.into().learning_version(), run).await?
    }

    /// A signal of its own for each subscriber, sent after commits whose closures asked for it; one that
    /// comes while the subscriber is busy is kept.
    #[must_use]
    pub fn subscribe(&self, what: Wake) -> Arc<Notify> {
        self.inner.shared.subscribers.subscribe(what)
    }

    /// What the store has done so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.inner.shared.counters.read()
    }

    /// Whether writes come through, as the last one showed.
    #[must_use]
    pub fn health(&self) -> Health {
        self.inner.shared.health()
    }

    /// Reaches a point outside of closures, where a fault injector can only take its time.
    pub fn reach(&self, point: Point) {
        let _ = self.inner.shared.fault(point);
    }

    /// Stops all writing, as where the database itself says that it is damaged: for damage that only a look at many rows shows.
    pub fn note_damage(&self, why: &str) {
        self.inner.shared.note_damage(why);
    }

    /// Returns what closures have met since the last call that this service did not write; [`Wake::Foreign`] says that there is
    /// something.
    #[must_use]
    pub fn take_foreign(&self) -> BTreeSet<String> {
        self.inner.shared.take_foreign()
    }

    /// Whether the database has shown damage, also to a store that is closed by now.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.inner.shared.check_sound().is_err()
    }

    /// Reads everything that the database keeps, for damage, while others work on it; from then on [`Store::health`] says
    /// what was found. On PostgreSQL that is every row of every table: its pages themselves are the server's. Blocks for as
    /// long as it takes.
    ///
    /// # Errors
    /// [`Error::Damaged`]; [`Error::Closed`] when the store closes before the end; those of reading.
    pub fn check_pages(&self) -> Result<(), Error> {
        let checked = match &self.inner.database {
            Some(Database::Sqlite { path }) => backup::check_pages(path),
            Some(Database::Postgres { url }) => postgres::check_tables(url, &self.inner.shared),
            None => Ok(()),
        };
        self.note_checked(checked)
    }

    /// Has the engine check its files, table by table, while others work on them: the next ones behind the table that the
    /// last check ended with. Whatever it finds is damage. Blocks for as long as it takes.
    ///
    /// # Errors
    /// [`Error::Closed`] when the store closes before the end; those of reading, but for damage.
    pub fn check_engine(&self, after: Option<&str>) -> Result<EngineCheck, Error> {
        let checked = match &self.inner.database {
            Some(Database::Sqlite { path }) => backup::check_next_table(path, after),
            Some(Database::Postgres { url }) => {
                postgres::check_next_tables(url, &self.inner.shared, after.unwrap_or_default())
            }
            None => Ok(EngineCheck::default()),
        }?;
        if let Some(found) = checked.findings.first() {
            self.note_damage(found);
        }
        Ok(checked)
    }

    fn note_checked(&self, checked: Result<(), Error>) -> Result<(), Error> {
        if let Err(Error::Damaged(why)) = &checked {
            self.note_damage(why);
        }
        checked
    }

    /// Closures that wait in the queues.
    #[must_use]
    pub fn waiting(&self) -> usize {
        match &self.inner.place {
            Place::Threads { queues, .. } => queues.depth(),
            Place::Caller(_) => 0,
        }
    }

    /// Takes no more closures, finishes those that wait, and ends the threads. Blocks until that is done.
    pub fn close(&self) {
        self.inner.stop();
        match &self.inner.place {
            Place::Threads { threads, .. } => {
                let ending = std::mem::take(&mut *threads.lock().unwrap_or_else(PoisonError::into_inner));
                for thread in ending {
                    // A thread that panicked has said so in the log.
                    let _ = thread.join();
                }
            }
            Place::Caller(runner) => *runner.lock().unwrap_or_else(PoisonError::into_inner) = None,
        }
    }

    async fn run<T, E, F>(&self, kind: Kind, prefetch: Prefetch, f: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let (task, answer) = pack(kind.mode(), prefetch, f);
        self.inner.dispatch(kind, task).map_err(E::from)?;
        // A task that went without an answer was given up together with its thread.
        answer.await.unwrap_or_else(|_| Err(E::from(Error::InDoubt)))
    }
}

impl Inner {
    fn dispatch(&self, kind: Kind, task: Task) -> Result<(), Error> {
        if self.shared.is_closing() {
            return Err(Error::Closed);
        }
        if matches!(kind, Kind::Write) {
            self.shared.check_sound()?;
        }
        match &self.place {
            Place::Threads { queues, reader_pool, .. } => match kind {
                Kind::Find | Kind::Look => {
                    reader_pool.read(task).map_or(Ok(()), |task| queues.read.push(task))
                }
                Kind::Read => queues.read.push(task),
                Kind::Write => queues.for_writing(task.hot()).push(task),
            },
            Place::Caller(runner) => {
                let mut runner = runner.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(working) = runner.as_mut() else { return Err(Error::Closed) };
                match kind {
                    Kind::Find | Kind::Look | Kind::Read => working.read(task),
                    Kind::Write if working.write(task) => {}
                    Kind::Write => *runner = None,
                }
                Ok(())
            }
        }
    }

    fn stop(&self) {
        self.shared.close();
        if let Place::Threads { queues, reader_pool, .. } = &self.place {
            // Before the threads: the last connection to a SQLite file must be the one that writes.
            reader_pool.close();
            queues.close();
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.stop();
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Store")
    }
}
