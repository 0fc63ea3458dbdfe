//! Closures that run while their caller waits, one after the other: for simulations, where threads would decide the order.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use crate::database::engine::Connection;
use crate::database::engine::postgres::{PostgresConnection, settings};
use crate::database::engine::sqlite::SqliteConnection;
use crate::database::error::Error;
use crate::database::executor::{Runner, Shared, Task};
use crate::database::migrations;
use crate::database::options::Database;
use crate::database::threads::spawn;

/// What runs a closure and returns when it is answered.
pub(crate) trait Inline: Send {
    /// Runs a closure that only reads.
    fn read(&mut self, task: Task);
    /// Runs a closure that writes; `false` when the store must not go on.
    fn write(&mut self, task: Task) -> bool;
}

impl<C: Connection + Send> Inline for Runner<C> {
    fn read(&mut self, task: Task) {
        Self::read(self, task);
    }

    fn write(&mut self, task: Task) -> bool {
        Self::write(self, vec![task])
    }
}

/// Opens a database with its schema up to date; none is a SQLite database in memory.
pub(crate) fn open(database: Option<&Database>, shared: &Arc<Shared>) -> Result<Box<dyn Inline>, Error> {
    match database {
        None => of_sqlite(SqliteConnection::memory(Arc::clone(shared))?, shared),
        Some(Database::Sqlite { path }) => {
            of_sqlite(SqliteConnection::writer(path, Arc::clone(shared))?, shared)
        }
        Some(database @ Database::Postgres { url }) => {
            migrations::migrate(database, &shared.options.clock)?;
            let connection = PostgresConnection::new(settings(url)?, Arc::clone(shared))?;
            Ok(Box::new(OtherThread::start(Runner::new(connection, Arc::clone(shared)))?))
        }
    }
}

fn of_sqlite(mut connection: SqliteConnection, shared: &Arc<Shared>) -> Result<Box<dyn Inline>, Error> {
    migrations::migrate_sqlite(connection.raw(), shared.now())?;
    Ok(Box::new(Runner::new(connection, Arc::clone(shared))))
}

/// A connection that waits for its server within a runtime, which may not be one inside of the caller's. It has a thread
/// of its own, and the caller stands still meanwhile.
struct OtherThread {
    /// None once it is to end.
    tasks: Option<Sender<(bool, Task)>>,
    goes_on: Receiver<bool>,
    thread: Option<JoinHandle<()>>,
}

impl OtherThread {
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

    /// Whether the store goes on; not when the thread has panicked.
    fn run(&self, writes: bool, task: Task) -> bool {
        let is_taken = self.tasks.as_ref().is_some_and(|tasks| tasks.send((writes, task)).is_ok());
        is_taken && self.goes_on.recv().unwrap_or(false)
    }
}

impl Inline for OtherThread {
    fn read(&mut self, task: Task) {
        self.run(false, task);
    }

    fn write(&mut self, task: Task) -> bool {
        self.run(true, task)
    }
}

impl Drop for OtherThread {
    /// The connection is gone when this returns.
    fn drop(&mut self) {
        self.tasks = None;
        // A thread that panicked has said so in the log.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
