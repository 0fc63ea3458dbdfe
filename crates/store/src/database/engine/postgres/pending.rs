//! The unsent requests of a transaction, and the state of its BEGIN.

use super::driver::{Statement, WireRequest};
use super::prefetched::Ticket;
use crate::database::engine::Mode;
use crate::database::value::Value;

pub(super) const COMMIT: &str = "COMMIT";

/// A request to send.
pub(super) enum Request {
    /// A transaction command.
    Command(&'static str),
    Run(Statement, Vec<Value<'static>>),
    /// A statement with rows that are read later.
    Prefetch(Ticket, Statement, Vec<Value<'static>>),
}

impl Request {
    pub(super) fn ask(&self) -> WireRequest<'_> {
        match self {
            Self::Command(sql) => WireRequest::Command(sql),
            Self::Run(statement, values) | Self::Prefetch(_, statement, values) => {
                WireRequest::Run(statement, values)
            }
        }
    }
}

/// The requests of a transaction that wait for the next pipeline.
pub(super) struct Pending {
    mode: Mode,
    begun: BeginState,
    queue: Vec<Request>,
    mark: Mark,
    changes: bool,
}

/// The state of a transaction's BEGIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BeginState {
    No,
    /// BEGIN is sent with the first statement.
    Due,
    /// The server has received BEGIN.
    Yes,
}

/// The savepoint of the running closure. It is set only if changes of the closure are sent before its end:
/// until then the closure is undone by not sending them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// No savepoint: the mark is the start of the transaction.
    Beginning,
    /// The closure has changed nothing yet.
    Unchanged,
    /// The changes of the closure are in the queue, from this index on.
    Queued(usize),
    /// The server has a savepoint from before the changes of the closure.
    Set,
}

impl Pending {
    pub(super) const fn new() -> Self {
        Self {
            mode: Mode::Read,
            begun: BeginState::No,
            queue: Vec::new(),
            mark: Mark::Beginning,
            changes: false,
        }
    }

    pub(super) fn begin(&mut self, mode: Mode) {
        let begun = if mode == Mode::Query { BeginState::No } else { BeginState::Due };
        *self = Self { mode, begun, ..Self::new() };
    }

    pub(super) fn only_reads(&self) -> bool {
        self.mode == Mode::Read
    }

    /// Returns `true` if the transaction is known to change anything.
    pub(super) fn changes(&self) -> bool {
        self.changes
    }

    /// Returns `true` if the transaction is still open once the server has run these requests, the last that
    /// were taken.
    pub(super) fn stays_open_after(&self, requests: &[Request]) -> bool {
        self.begun == BeginState::Yes && !matches!(requests.last(), Some(Request::Command(COMMIT)))
    }

    /// Marks the begin of another closure.
    pub(super) fn mark(&mut self) {
        if self.mark == Mark::Set {
            self.queue.push(Request::Command("RELEASE SAVEPOINT closure"));
        }
        self.mark = Mark::Unchanged;
    }

    /// Marks the end of all closures: queued changes need no savepoint any more.
    pub(super) fn finish(&mut self) {
        if let Mark::Queued(_) = self.mark {
            self.mark = Mark::Unchanged;
        }
    }

    /// Prepares for a change.
    pub(super) fn before_change(&mut self) {
        self.changes = true;
        if self.mark == Mark::Unchanged {
            self.mark = Mark::Queued(self.queue.len());
        }
    }

    pub(super) fn push(&mut self, request: Request) {
        self.queue.push(request);
    }

    /// Takes all queued requests, BEGIN first.
    pub(super) fn take(&mut self) -> Vec<Request> {
        if let Mark::Queued(from) = self.mark {
            self.queue.insert(from, Request::Command("SAVEPOINT closure"));
            self.mark = Mark::Set;
        }
        let mut requests = Vec::with_capacity(self.queue.len() + 3);
        if self.begun == BeginState::Due {
            requests.push(self.begin_command());
        }
        requests.append(&mut self.queue);
        requests
    }

    fn begin_command(&mut self) -> Request {
        self.begun = BeginState::Yes;
        Request::Command(match self.mode {
            Mode::Query | Mode::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
            Mode::Write => "BEGIN ISOLATION LEVEL READ COMMITTED",
        })
    }

    /// Sets a savepoint within the closure, which counts as a change even if it is undone; returns all queued
    /// requests including it.
    pub(super) fn set_savepoint(&mut self) -> Vec<Request> {
        self.before_change();
        self.queue.push(Request::Command("SAVEPOINT step"));
        self.take()
    }

    /// Releases the last savepoint; returns all queued requests, the release included.
    pub(super) fn release_savepoint(&mut self) -> Vec<Request> {
        self.queue.push(Request::Command("RELEASE SAVEPOINT step"));
        self.take()
    }

    /// Drops the queued requests, which are all later than the last savepoint, and rolls back to the
    /// savepoint.
    pub(super) fn undo_savepoint(&mut self) -> Vec<Request> {
        self.queue.clear();
        self.queue.push(Request::Command("ROLLBACK TO SAVEPOINT step"));
        self.queue.push(Request::Command("RELEASE SAVEPOINT step"));
        self.take()
    }

    /// Undoes the work since the mark. Returns a request that must be answered before any other is sent: a
    /// transaction that could not be undone must not continue.
    pub(super) fn undo(&mut self) -> Option<Request> {
        match self.mark {
            Mark::Unchanged => None,
            Mark::Queued(from) => {
                self.queue.truncate(from);
                None
            }
            Mark::Set => {
                self.queue.clear();
                self.queue.push(Request::Command("ROLLBACK TO SAVEPOINT closure"));
                None
            }
            Mark::Beginning => {
                let end = self.end();
                self.begun = BeginState::Due;
                end
            }
        }
    }

    /// Drops all queued requests; returns the command that ends the transaction, if the server has begun it.
    pub(super) fn end(&mut self) -> Option<Request> {
        let begun = std::mem::replace(&mut self.begun, BeginState::No);
        self.queue.clear();
        self.changes = false;
        (begun == BeginState::Yes).then_some(Request::Command("ROLLBACK"))
    }

    /// Notes that the server has ended the transaction.
    pub(super) fn ended(&mut self) {
        self.begun = BeginState::No;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: &str = "SELECT";
    const CHANGE: &str = "UPDATE";

    fn sent(requests: &[Request]) -> Vec<&str> {
        let text = |request: &Request| match request {
            Request::Command(sql) => *sql,
            Request::Run(..) | Request::Prefetch(..) => "a statement",
        };
        requests.iter().map(text).map(|sql| sql.split(" ISOLATION").next().unwrap_or(sql)).collect()
    }

    fn change(pending: &mut Pending) {
        pending.before_change();
        pending.push(Request::Command(CHANGE));
    }

    fn begun(mode: Mode) -> Pending {
        let mut pending = Pending::new();
        pending.begin(mode);
        pending
    }

    #[test]
    fn begin_is_sent_with_the_first_statement() {
        let mut reading = begun(Mode::Write);
        reading.push(Request::Command(READ));
        assert_eq!(sent(&reading.take()), ["BEGIN", READ]);
        let mut changing = begun(Mode::Write);
        change(&mut changing);
        assert_eq!(sent(&changing.take()), ["BEGIN", CHANGE]);
        assert!(changing.take().is_empty());
    }

    #[test]
    fn a_single_closure_is_undone_by_a_new_transaction() {
        let mut unsent = begun(Mode::Write);
        change(&mut unsent);
        assert!(unsent.undo().is_none(), "the server knows nothing of it");
        assert!(!unsent.changes());
        let mut known = begun(Mode::Write);
        known.push(Request::Command(READ));
        known.take();
        change(&mut known);
        assert_eq!(sent(known.undo().as_slice()), ["ROLLBACK"]);
        change(&mut known);
        assert_eq!(sent(&known.take()), ["BEGIN", CHANGE]);
    }

    #[test]
    fn a_closure_with_sent_changes_is_undone_to_its_savepoint() {
        let mut pending = begun(Mode::Write);
        pending.mark();
        assert!(pending.undo().is_none(), "the closure has changed nothing");
        change(&mut pending);
        pending.mark();
        change(&mut pending);
        assert_eq!(sent(&pending.take()), ["BEGIN", CHANGE, "SAVEPOINT closure", CHANGE]);
        change(&mut pending);
        assert!(pending.undo().is_none());
        pending.mark();
        change(&mut pending);
        let rest =
            ["ROLLBACK TO SAVEPOINT closure", "RELEASE SAVEPOINT closure", "SAVEPOINT closure", CHANGE];
        assert_eq!(sent(&pending.take()), rest);
        assert!(pending.changes());
    }

    #[test]
    fn closures_with_unsent_changes_need_no_savepoint() {
        let mut pending = begun(Mode::Write);
        pending.mark();
        change(&mut pending);
        pending.mark();
        change(&mut pending);
        assert!(pending.undo().is_none(), "its changes have not left");
        pending.mark();
        change(&mut pending);
        pending.finish();
        assert_eq!(sent(&pending.take()), ["BEGIN", CHANGE, CHANGE]);
    }

    #[test]
    fn a_savepoint_sends_pending_changes_and_undoes_later_ones() {
        let mut pending = begun(Mode::Write);
        pending.mark();
        assert_eq!(sent(&pending.set_savepoint()), ["BEGIN", "SAVEPOINT closure", "SAVEPOINT step"]);
        change(&mut pending);
        assert_eq!(sent(&pending.undo_savepoint()), ["ROLLBACK TO SAVEPOINT step", "RELEASE SAVEPOINT step"]);
        change(&mut pending);
        assert_eq!(sent(&pending.set_savepoint()), [CHANGE, "SAVEPOINT step"]);
        change(&mut pending);
        assert_eq!(sent(&pending.release_savepoint()), [CHANGE, "RELEASE SAVEPOINT step"]);
        assert!(pending.changes());
    }

    #[test]
    fn a_single_query_needs_no_transaction() {
        let mut pending = begun(Mode::Query);
        pending.push(Request::Command(READ));
        assert_eq!(sent(&pending.take()), [READ]);
        assert!(pending.end().is_none());
    }

    #[test]
    fn an_unsent_transaction_needs_no_rollback() {
        let mut pending = begun(Mode::Read);
        assert!(pending.only_reads());
        assert!(pending.end().is_none());
        pending.begin(Mode::Write);
        pending.take();
        assert_eq!(sent(pending.end().as_slice()), ["ROLLBACK"]);
        assert!(pending.end().is_none());
    }
}
