//! Fault points: where tests let the store fail as databases, disks and processes do.
//!
//! The hook is an ordinary option of the store, not a build of its own, so that the program that is
//! tested is the program that runs.

use crate::database::value::Value;

/// Where the store asks whether to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Point {
    /// Before a writing closure runs.
    BeforeClosure,
    /// After a writing closure returned.
    AfterClosure,
    /// Before COMMIT.
    BeforeCommit,
    /// After COMMIT, before anyone is answered.
    AfterCommit,
    /// Before a long request body is read, outside of any closure: a machine may be slow there, and nothing fails.
    BeforeLongBody,
}

/// How to fail there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The transaction lost a race and must be rerun.
    LostRace,
    /// The disk is full; the whole transaction has fallen.
    Full,
    /// A file could not be read or written; the whole transaction has fallen.
    Io,
    /// The disk did not confirm that the commit is durable; only meaningful before COMMIT.
    FailedSync,
    /// The connection to the database is lost. Before COMMIT: on its way there, so that the database never
    /// sees it. Without effect on COMMIT where there is no connection (SQLite).
    LostConnection,
    /// The answer to COMMIT is lost: it may have happened. Only meaningful before COMMIT; without effect
    /// where there is no connection.
    LostAnswer,
}

/// Decides at each fault point; see [`crate::Options::faults`].
pub trait FaultInjector: Send + Sync {
    /// Called each time a point is reached; `None` goes on. May take its time, and end the process instead of returning.
    fn at(&self, point: Point) -> Option<Fault>;

    /// Called with each statement of a closure before it is sent to the database, with what is bound to it: for
    /// measurements that count statements, or run the same ones without the service.
    fn pass(&self, sql: &str, params: &[Value<'_>]) {
        let _ = (sql, params);
    }
}
