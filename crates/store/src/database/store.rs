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
use crate::database::executor::{Health, SharedState, Task, pack};
use crate::database::fault_injector::Point;
use crate::database::idempotency::{self, Key, KeyedOutcome, Storable};
use crate::database::inline::{self, InlineRunner};
use crate::database::options::{Database, Options};
use crate::database::pool::PoolUse;
use crate::database::prefetch::Prefetch;
use crate::database::preview::{self, Preview, PreviewEnd};
use crate::database::reader_pool::ReaderPool;
use crate::database::threads::{self, Queues, Threads};
use crate::database::tx::Tx;
use crate::database::wake::Wake;

/// A database with the threads that work on it. Clones share the same store; dropping the last one closes it.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    shared: Arc<SharedState>,
    execution: Execution,
    identity: String,
    /// `None` if the database is in memory.
    database: Option<Database>,
}

/// The threads in which closures run.
enum Execution {
    /// Threads of the store, which take closures from queues; on SQLite, short reads run in the caller's
    /// thread.
    Threads { queues: Queues, threads: Mutex<Vec<JoinHandle<()>>>, reader_pool: ReaderPool },
    /// The caller's thread, one closure at a time.
    Caller(Mutex<Option<Box<dyn InlineRunner>>>),
}

/// The kind of a closure, which decides on its transaction and its thread.
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
    /// Opens a database whose schema fits (see [`crate::database::migrations::prepare`]) and starts the
    /// threads. Blocks while it connects.
    ///
    /// # Errors
    /// [`Error::Schema`] if the schema does not fit; [`Error::Unavailable`] if the database cannot be
    /// reached.
    pub fn open(database: &Database, options: Options) -> Result<Self, Error> {
        let shared = Arc::new(SharedState::new(options));
        let Threads { queues, threads, reader_pool } = threads::start(database, &shared)?;
        let execution = Execution::Threads { queues, threads: Mutex::new(threads), reader_pool };
        let identity = database.identity()?;
        let database = Some(database.clone());
        Ok(Self { inner: Arc::new(Inner { shared, execution, identity, database }) })
    }

    /// Returns the database's [`Database::identity`].
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.inner.identity
    }

    /// Returns `true` if other processes may work on the database at the same time.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.inner.database, Some(Database::Postgres { .. }))
    }

    /// Opens a database, or one of SQLite in memory if `None` is given, whose closures run one after the
    /// other while their caller waits. For simulations, in which threads would make the order random.
    /// Migrates the schema itself.
    ///
    /// # Errors
    /// The same as [`Store::open`].
    pub fn inline(database: Option<&Database>, options: Options) -> Result<Self, Error> {
        let shared = Arc::new(SharedState::inline(options));
        let execution = Execution::Caller(Mutex::new(Some(inline::open(database, &shared)?)));
        let identity = database.map(Database::identity).transpose()?.unwrap_or_default();
        let database = database.cloned();
        Ok(Self { inner: Arc::new(Inner { shared, execution, identity, database }) })
    }

    /// Runs a closure on one snapshot of the database. It may run more than once and must do no I/O.
    ///
    /// # Errors
    /// The closure's error, or an [`Error`] of the store as `E`.
    pub async fn read<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.run(Kind::Read, Prefetch::default(), f).await
    }

    /// Runs as [`Store::read`], for a closure of a few look-ups by key. On SQLite it runs at once in the
    /// caller's thread, which takes less time than handing it to another thread and its answer back; so it
    /// must be short, or it delays other callers.
    ///
    /// # Errors
    /// The same as [`Store::read`].
    pub async fn look<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.run(Kind::Look, Prefetch::default(), f).await
    }

    /// Runs as [`Store::look`], for a closure of a single query, which needs no transaction: over a network
    /// it takes one round trip instead of two. A second query, or a change, is refused.
    ///
    /// # Errors
    /// The same as [`Store::read`]; [`Error::Statement`] for more than one query.
    pub async fn find<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.run(Kind::Find, Prefetch::default(), f).await
    }

    /// Runs a closure in a transaction; `Ok` means that it is committed. It may run more than once and must
    /// do no I/O. If it returns `Err`, its changes are undone.
    ///
    /// `prefetch` is mostly the guarded accounts that the closure locks, busiest first.
    ///
    /// If the returned future is dropped, a transaction that has begun still runs to its end; one that still
    /// waits is not begun.
    ///
    /// # Errors
    /// The closure's error, or an [`Error`] of the store as `E`.
    pub async fn write<T, E, F>(&self, prefetch: impl Into<Prefetch>, f: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.run(Kind::Write, prefetch.into(), f).await
    }

    /// Runs as [`Store::write`], under an idempotency key (conventions 9): the answer is stored in the same
    /// transaction as the effects. A refusal undoes the effects and is stored too, if it is storable.
    ///
    /// # Errors
    /// The closure's error, or an [`Error`] of the store as `E`.
    pub async fn write_keyed<T, E, F>(
        &self,
        prefetch: impl Into<Prefetch>,
        key: &Key,
        mut f: F,
    ) -> Result<KeyedOutcome<T>, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Storable + Send + 'static,
        E: Storable + From<Error> + Send + 'static,
    {
        let key = key.clone();
        let run = move |tx: &mut Tx<'_>| idempotency::run(tx, &key, &mut f);
        self.run(Kind::Write, prefetch.into().learning_version(), run).await?
    }

    /// Runs a closure as [`Store::write`] would, and undoes it: no row is changed, no signal is sent and no lock
    /// is kept. Returns its result with the effects that it would have.
    ///
    /// # Errors
    /// The same as [`Store::write`].
    pub async fn preview<T, E, F>(&self, mut f: F) -> Result<Preview<T>, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let run = move |tx: &mut Tx<'_>| preview::run(tx, &mut f);
        match self.run(Kind::Write, Prefetch::default(), run).await {
            Ok(preview) | Err(PreviewEnd::Complete(preview)) => Ok(preview),
            Err(PreviewEnd::Refused(error)) => Err(error),
        }
    }

    /// Returns a new signal for this subscriber, sent after each commit whose closure requested it. A signal
    /// that arrives while the subscriber is busy is kept.
    #[must_use]
    pub fn subscribe(&self, signal: Wake) -> Arc<Notify> {
        self.inner.shared.subscribers.subscribe(signal)
    }

    #[must_use]
    pub fn counts(&self) -> Counts {
        self.inner.shared.counters.read()
    }

    /// Returns the use of the connections now.
    #[must_use]
    pub fn pool_use(&self) -> PoolUse {
        self.inner.shared.pool.read()
    }

    /// Returns the store's ability to write, as shown by the last write.
    #[must_use]
    pub fn health(&self) -> Health {
        self.inner.shared.health()
    }

    /// Passes a fault point outside of closures, at which an injector can only delay.
    pub fn reach(&self, point: Point) {
        let _ = self.inner.shared.fault(point);
    }

    /// Stops all writing, as if the database itself had reported damage: for damage that only a check of many
    /// rows shows.
    pub fn note_damage(&self, reason: &str) {
        self.inner.shared.note_damage(reason);
    }

    /// Returns the inauthentic rows, not written by this service, that closures have read since the last
    /// call; [`Wake::Foreign`] signals new ones.
    #[must_use]
    pub fn take_foreign(&self) -> BTreeSet<String> {
        self.inner.shared.take_foreign()
    }

    /// Returns `true` if the database has shown damage, also for a store that is closed by now.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.inner.shared.check_sound().is_err()
    }

    /// Reads the whole database to find damage, while it is in use; the result shows in [`Store::health`]
    /// from then on. On PostgreSQL this reads every row of every table; pages as such are the server's
    /// matter. Blocks until done.
    ///
    /// # Errors
    /// [`Error::Damaged`]; [`Error::Closed`] if the store closes before the end; read errors.
    pub fn check_pages(&self) -> Result<(), Error> {
        let checked = match &self.inner.database {
            Some(Database::Sqlite { path }) => backup::check_pages(path),
            Some(Database::Postgres { url }) => postgres::check_tables(url, &self.inner.shared),
            None => Ok(()),
        };
        self.note_checked(checked)
    }

    /// Makes the engine check its files table by table while they are in use, continuing after the table that
    /// the last check ended with. Any finding counts as damage. Blocks until done.
    ///
    /// # Errors
    /// [`Error::Closed`] if the store closes before the end; read errors other than damage.
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
        if let Err(Error::Damaged(reason)) = &checked {
            self.note_damage(reason);
        }
        checked
    }

    /// Returns the number of closures waiting in the queues.
    #[must_use]
    pub fn waiting(&self) -> usize {
        match &self.inner.execution {
            Execution::Threads { queues, .. } => queues.depth(),
            Execution::Caller(_) => 0,
        }
    }

    /// Refuses new closures, finishes the waiting ones, and ends the threads. Blocks until that is done.
    pub fn close(&self) {
        self.inner.stop();
        match &self.inner.execution {
            Execution::Threads { threads, .. } => {
                let ending = std::mem::take(&mut *threads.lock().unwrap_or_else(PoisonError::into_inner));
                for thread in ending {
                    // A panic of the thread is already in the log.
                    let _ = thread.join();
                }
            }
            Execution::Caller(runner) => *runner.lock().unwrap_or_else(PoisonError::into_inner) = None,
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
        // A task without an answer was lost together with its thread.
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
        match &self.execution {
            Execution::Threads { queues, reader_pool, .. } => match kind {
                Kind::Find | Kind::Look => {
                    reader_pool.read(task).map_or(Ok(()), |task| queues.read.push(task))
                }
                Kind::Read => queues.read.push(task),
                Kind::Write => queues.for_writing(task.busy()).push(task),
            },
            Execution::Caller(runner) => {
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
        if let Execution::Threads { queues, reader_pool, .. } = &self.execution {
            // Before the threads: the last connection to a SQLite file must be the writer.
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
