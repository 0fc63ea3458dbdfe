//! Fault points, at which tests make the store fail as databases, disks and processes do.
//!
//! The hook is an ordinary option of the store and not a separate build, so that the tested program is the
//! one that runs.

use crate::database::value::Value;

/// A point at which the store asks the injector for a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Point {
    BeforeClosure,
    /// After a writing closure returned.
    AfterClosure,
    BeforeCommit,
    /// After COMMIT, before any caller is answered.
    AfterCommit,
    /// Before a long request body is read, outside of any closure. The injector can only delay here; a
    /// returned fault has no effect.
    BeforeLongBody,
}

/// A fault to inject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The transaction lost a race and must be rerun.
    LostRace,
    /// The disk is full; the whole transaction is rolled back.
    Full,
    /// A file could not be read or written; the whole transaction is rolled back.
    Io,
    /// The disk did not confirm that the commit is durable; only meaningful at [`Point::BeforeCommit`] and
    /// [`Point::AfterCommit`].
    FailedSync,
    /// The connection to the database is lost. Before COMMIT, it is lost on the way, so the database never
    /// receives it; without effect on the COMMIT of SQLite, which has no connection.
    LostConnection,
    /// The answer to COMMIT is lost: the commit may have happened. Only meaningful before COMMIT; without
    /// effect on SQLite.
    LostAnswer,
}

/// A hook that decides at each fault point; see [`crate::Options::faults`].
pub trait FaultInjector: Send + Sync {
    /// Decides on a fault each time a point is reached; `None` continues normally. May delay, or end the
    /// process instead of returning.
    fn at(&self, point: Point) -> Option<Fault>;

    /// Observes each statement of a closure, with its bound values, before it is sent. For measurements that
    /// count statements, or rerun the same ones without the service.
    fn pass(&self, sql: &str, params: &[Value<'_>]) {
        let _ = (sql, params);
    }
}
