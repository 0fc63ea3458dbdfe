//! Closures that run one after the other while their caller waits. For simulations, in which threads would
//! make the order random.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use crate::database::engine::Connection;
use crate::database::engine::postgres::{PostgresConnection, settings};
use crate::database::engine::sqlite::SqliteConnection;
use crate::database::error::Error;
use crate::database::executor::{Runner, SharedState, Task};
use crate::database::migrations;
use crate::database::options::Database;
use crate::database::threads::spawn;

/// A runner that returns once the closure's caller has its answer.
pub(crate) trait InlineRunner: Send {
    fn read(&mut self, task: Task);
    /// Runs a closure that writes; returns `false` if the store must stop.
    fn write(&mut self, task: Task) -> bool;
}

impl<C: Connection + Send> InlineRunner for Runner<C> {
    fn read(&mut self, task: Task) {
        Self::read(self, task);
    }

    fn write(&mut self, task: Task) -> bool {
        Self::write(self, vec![task])
    }
}

/// Opens a database with its schema up to date; `None` opens a SQLite database in memory.
pub(crate) fn open(
    database: Option<&Database>,
    shared: &Arc<SharedState>,
) -> Result<Box<dyn InlineRunner>, Error> {
    match database {
        None => of_sqlite(SqliteConnection::memory(Arc::clone(shared))?, shared),
        Some(Database::Sqlite { path }) => {
            of_sqlite(SqliteConnection::writer(path, Arc::clone(shared))?, shared)
        }
        Some(database @ Database::Postgres { url }) => {
            migrations::migrate(database, &shared.options.clock)?;
            let connection = PostgresConnection::new(settings(url)?, Arc::clone(shared))?;
            Ok(Box::new(ThreadRunner::start(Runner::new(connection, Arc::clone(shared)))?))
        }
    }
}

fn of_sqlite(
    mut connection: SqliteConnection,
    shared: &Arc<SharedState>,
) -> Result<Box<dyn InlineRunner>, Error> {
    migrations::migrate_sqlite(connection.raw(), shared.now())?;
    Ok(Box::new(Runner::new(connection, Arc::clone(shared))))
}

/// A connection in a thread of its own, because it waits for its server in an async runtime, which must not
/// be nested in the caller's. The caller blocks meanwhile.
struct ThreadRunner {
    /// `None` once the thread is to end.
    tasks: Option<Sender<(bool, Task)>>,
    goes_on: Receiver<bool>,
    thread: Option<JoinHandle<()>>,
}

impl ThreadRunner {
    fn start<C: Connection + Send + 'static>(mut runner: Runner<C>) -> Result<Self, Error> {
        let (tasks, taken) = channel();
        let (done, goes_on) = channel();
        let thread = spawn("store-inline", move || {
            for (writes, task) in taken {
                let goes_on = if writes {
                    runner.write(vec![task])
                } else {
                    runner.read(task);
                    true
                };
                if done.send(goes_on).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { tasks: Some(tasks), goes_on, thread: Some(thread) })
    }

    /// Runs a task in the thread; returns `false` if the store must stop or the thread has panicked.
    fn run(&self, writes: bool, task: Task) -> bool {
        let is_taken = self.tasks.as_ref().is_some_and(|tasks| tasks.send((writes, task)).is_ok());
        is_taken && self.goes_on.recv().unwrap_or(false)
    }
}

impl InlineRunner for ThreadRunner {
    fn read(&mut self, task: Task) {
        self.run(false, task);
    }

    fn write(&mut self, task: Task) -> bool {
        self.run(true, task)
    }
}

impl Drop for ThreadRunner {
    /// Waits for the thread, so that the connection is closed afterwards.
    fn drop(&mut self) {
        self.tasks = None;
        // A panic of the thread is already in the log.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
