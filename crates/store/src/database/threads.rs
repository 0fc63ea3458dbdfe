//! The threads of a store and the queues that feed them.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use causeway_domain::ids::InternalAccountId;

use crate::database::engine::Connection;
use crate::database::engine::postgres::{
    PostgresConnection, READ_STATE_TIMEOUT, settings, warn_of_lossy_settings, with_client,
};
use crate::database::engine::sqlite::SqliteConnection;
use crate::database::error::Error;
use crate::database::executor::{BatchWindow, Queue, Runner, SharedState};
use crate::database::migrations;
use crate::database::options::Database;
use crate::database::reader_pool::ReaderPool;

#[derive(Clone)]
pub(crate) struct Queues {
    pub(crate) read: Arc<Queue>,
    write: Arc<Queue>,
    lanes: Vec<Arc<Queue>>,
}

pub(crate) struct Threads {
    pub(crate) queues: Queues,
    pub(crate) threads: Vec<JoinHandle<()>>,
    pub(crate) reader_pool: ReaderPool,
}

impl Queues {
    fn new(shared: &SharedState, lanes: usize) -> Self {
        let queue = || Arc::new(Queue::new(shared.options.queue));
        Self { read: queue(), write: queue(), lanes: (0..lanes).map(|_| queue()).collect() }
    }

    /// Returns the queue for a writing closure: the batch lane of its busiest account, if there are lanes.
    pub(crate) fn for_writing(&self, busy: &[InternalAccountId]) -> &Queue {
        let lane = busy.first().and_then(|account| {
            let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(account);
            let lanes = u64::try_from(self.lanes.len()).ok()?;
            self.lanes.get(usize::try_from(hash.checked_rem(lanes)?).ok()?)
        });
        lane.unwrap_or(&self.write)
    }

    pub(crate) fn depth(&self) -> usize {
        self.all().map(Queue::depth).sum()
    }

    pub(crate) fn close(&self) {
        self.all().for_each(Queue::close);
    }

    fn abandon(&self) {
        self.all().for_each(Queue::abandon);
    }

    fn all(&self) -> impl Iterator<Item = &Queue> {
        [&self.read, &self.write].into_iter().chain(&self.lanes).map(Arc::as_ref)
    }
}

/// Opens the connections and starts the threads.
pub(crate) fn start(database: &Database, shared: &Arc<SharedState>) -> Result<Threads, Error> {
    match database {
        Database::Sqlite { path } => start_sqlite(path, shared),
        Database::Postgres { url } => start_postgres(url, shared),
    }
}

fn start_sqlite(path: &Path, shared: &Arc<SharedState>) -> Result<Threads, Error> {
    migrations::state(&Database::Sqlite { path: path.to_owned() })?;
    let queues = Queues::new(shared, 0);
    let writer = SqliteConnection::writer(path, Arc::clone(shared))?;
    let mut readers = Vec::new();
    let mut reader_pool = Vec::new();
    for at in 0..shared.options.readers.max(1) {
        let spare = SqliteConnection::reader(path, Arc::clone(shared))?;
        reader_pool.push(Runner::new(spare, Arc::clone(shared)));
        shared.pool.add_reader();
        let reader = SqliteConnection::reader(path, Arc::clone(shared))?;
        readers.push(reading(&format!("store-read-{at}"), reader, &queues.read, shared)?);
    }
    let batch = shared.options.batch;
    let writer = writing("store-write", writer, &queues, &queues.write, batch, shared, readers)?;
    Ok(Threads { queues, threads: vec![writer], reader_pool: ReaderPool::new(reader_pool) })
}

fn start_postgres(url: &str, shared: &Arc<SharedState>) -> Result<Threads, Error> {
    with_client(url, async |client| {
        client.limit(READ_STATE_TIMEOUT);
        migrations::state_postgres(client).await?;
        warn_of_lossy_settings(client).await
    })?;
    let settings = settings(url)?;
    let connection = || PostgresConnection::new(settings.clone(), Arc::clone(shared));
    let options = &shared.options;
    let queues = Queues::new(shared, options.lanes);
    let mut threads = Vec::new();
    for at in 0..options.readers.max(1) {
        threads.push(reading(&format!("store-read-{at}"), connection()?, &queues.read, shared)?);
    }
    for at in 0..options.writers.max(1) {
        threads.push(writing(
            &format!("store-write-{at}"),
            connection()?,
            &queues,
            &queues.write,
            1,
            shared,
            Vec::new(),
        )?);
    }
    for (lane, at) in queues.lanes.iter().zip(0..) {
        let name = format!("store-lane-{at}");
        threads.push(writing(&name, connection()?, &queues, lane, options.lane_batch, shared, Vec::new())?);
    }
    Ok(Threads { queues, threads, reader_pool: ReaderPool::new(Vec::new()) })
}

fn reading<C: Connection + Send + 'static>(
    name: &str,
    connection: C,
    queue: &Arc<Queue>,
    shared: &Arc<SharedState>,
) -> Result<JoinHandle<()>, Error> {
    let queue = Arc::clone(queue);
    let mut runner = Runner::new(connection, Arc::clone(shared));
    shared.pool.add_reader();
    spawn(name, move || {
        while let Some(task) = queue.take(1, BatchWindow::default()).pop() {
            runner.read(task);
        }
    })
}

/// Starts a writer thread. Its connection is closed after those of the threads `before`: the last connection
/// to a SQLite file checkpoints the write-ahead log into it, which a reader cannot.
fn writing<C: Connection + Send + 'static>(
    name: &str,
    connection: C,
    queues: &Queues,
    queue: &Arc<Queue>,
    batch: usize,
    shared: &Arc<SharedState>,
    before: Vec<JoinHandle<()>>,
) -> Result<JoinHandle<()>, Error> {
    let queue = Arc::clone(queue);
    let queues = queues.clone();
    let shared = Arc::clone(shared);
    let mut runner = Runner::new(connection, Arc::clone(&shared));
    shared.pool.add_writer();
    spawn(name, move || {
        let worked = catch_unwind(AssertUnwindSafe(|| {
            let mut window = BatchWindow::default();
            loop {
                let tasks = queue.take(batch.max(1), window);
                if tasks.is_empty() {
                    return true;
                }
                let count = tasks.len();
                let began = Instant::now();
                if !runner.write(tasks) {
                    return false;
                }
                window = BatchWindow::after(count, began.elapsed());
            }
        }));
        let fine = worked.unwrap_or_else(|_| {
            (shared.options.on_fatal)("a thread that writes panicked outside of a closure");
            false
        });
        if !fine {
            shared.close();
            queues.abandon();
        }
        for thread in before {
            // A panic of the thread is already in the log.
            let _ = thread.join();
        }
        drop(runner);
    })
}

pub(crate) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Error> {
    let builder = std::thread::Builder::new().name(name.to_owned());
    builder.spawn(work).map_err(|error| Error::Unavailable(format!("no thread {name}: {error}")))
}
