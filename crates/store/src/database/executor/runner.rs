//! Execution of closures in transactions: many in one, each undone on its own, one COMMIT, then the answers.

use std::sync::Arc;
use std::time::Instant;

use super::shared::{Health, SharedState};
use super::work::{RunOutcome, Task, Work};
use crate::database::after_commit::AfterCommit;
use crate::database::engine::{CommitError, Connection, Loss, Mode};
use crate::database::error::Error;
use crate::database::fault_injector::{Fault, Point};
use crate::database::tx::Tx;

/// Maximum attempts of a read whose connection is lost.
const READ_ATTEMPTS: u32 = 3;

/// A worker that runs tasks on one connection.
pub(crate) struct Runner<C> {
    connection: C,
    shared: Arc<SharedState>,
}

/// The consequence of one run of one closure for its transaction.
enum Step {
    /// The closure succeeded or refused; either takes effect only once the transaction is committed.
    Stays(AfterCommit),
    /// The closure failed and is undone; the transaction continues.
    Fails(Error),
    /// The whole transaction has failed.
    Falls(Error),
}

/// A task to rerun, with the race that it lost, if it was its own.
type Rerun = (Task, Option<Error>);

/// Returns `true` if the caller of a task waits no more, so that the task is not begun: at its deadline, the
/// caller was told to repeat the request.
fn is_skipped(task: &dyn Work) -> bool {
    task.is_abandoned()
}

impl<C: Connection> Runner<C> {
    pub(crate) fn new(connection: C, shared: Arc<SharedState>) -> Self {
        Self { connection, shared }
    }

    /// Runs a closure that only reads, in one snapshot.
    pub(crate) fn read(&mut self, mut task: Task) {
        if is_skipped(&*task) {
            return;
        }
        let shared = Arc::clone(&self.shared);
        let _busy = shared.pool.reading();
        let mut attempt = 1;
        loop {
            match self.read_once(&mut task) {
                Ok(()) => {
                    task.answer();
                    return self.connection.rollback();
                }
                Err(Error::Unavailable(_) | Error::Conflict) if attempt < READ_ATTEMPTS => {
                    self.connection.rollback();
                    attempt += 1;
                }
                Err(error) => {
                    self.note(&error);
                    task.fail(error);
                    return self.connection.rollback();
                }
            }
        }
    }

    fn read_once(&mut self, task: &mut Task) -> Result<(), Error> {
        let mode = task.mode();
        let now = self.shared.now();
        let macs = self.shared.macs();
        self.connection.begin(mode)?;
        let tx = Tx::new(&mut self.connection, now, macs, self.shared.ids());
        let mut tx = if mode == Mode::Query { tx.of_one_query() } else { tx };
        let ran = task.run(&mut tx);
        self.shared.note_foreign(tx.failure());
        match tx.failure() {
            Some(failure) => Err(failure.clone()),
            None if ran == RunOutcome::Panicked => Err(Error::Panicked),
            None => Ok(()),
        }
    }

    /// Runs closures that write: all in one transaction, then each failed one again in its own. Returns
    /// `false` if the store must stop.
    pub(crate) fn write(&mut self, tasks: Vec<Task>) -> bool {
        let shared = Arc::clone(&self.shared);
        let _busy = shared.pool.writing();
        let Some(reruns) = self.transaction(tasks) else { return false };
        let mut goes_on = true;
        for (task, cause) in reruns {
            if goes_on {
                goes_on = self.rerun_alone(task, cause);
            } else {
                task.fail(Error::Closed);
            }
        }
        goes_on
    }

    fn rerun_alone(&mut self, mut task: Task, mut cause: Option<Error>) -> bool {
        for attempt in 0..self.shared.options.reruns {
            if is_skipped(&*task) {
                return true;
            }
            if self.pause_before(cause.as_ref(), attempt) {
                task.fail(Error::Closed);
                return true;
            }
            metrics::counter!("causeway_store_reruns_total").increment(1);
            let Some(mut reruns) = self.transaction(vec![task]) else { return false };
            let Some((again, next_cause)) = reruns.pop() else { return true };
            match next_cause {
                // A closure that looks for the row would have seen it in the rerun, and refused.
                Some(error @ Error::Duplicate { .. }) if cause.as_ref() == Some(&error) => {
                    again.fail(error);
                    return true;
                }
                next_cause => (task, cause) = (again, next_cause),
            }
        }
        task.fail(cause.unwrap_or(Error::Conflict));
        true
    }

    /// Lets the winner of a race finish; returns `true` if the store is closing.
    fn pause_before(&self, cause: Option<&Error>, attempt: u32) -> bool {
        match cause {
            Some(Error::Conflict | Error::Unavailable(_)) if self.connection.has_rivals() => {
                self.shared.pause(self.shared.jittered(attempt))
            }
            _ => false,
        }
    }

    /// Runs tasks in one transaction and answers all whose outcome is final; returns the others. `None` if
    /// the store must stop: then no caller is acknowledged.
    fn transaction(&mut self, tasks: Vec<Task>) -> Option<Vec<Rerun>> {
        metrics::histogram!("causeway_store_batch_size").record(size(tasks.len()));
        if let Err(error) = self.connection.begin(Mode::Write) {
            return Some(self.unavailable(tasks, &error));
        }
        let together = tasks.len() > 1;
        if together && let Err(error) = self.lock_accounts(&tasks) {
            self.connection.rollback();
            return Some(match error {
                Error::LockTimeout => self.unavailable(tasks, &error),
                error => self.undone(tasks, error),
            });
        }
        let mut stay = Vec::with_capacity(tasks.len());
        let mut reruns = Vec::new();
        let mut effects = AfterCommit::default();
        let mut waiting = tasks.into_iter();
        while let Some(mut task) = waiting.next() {
            if is_skipped(&*task) {
                continue;
            }
            match self.step(&mut task, together) {
                Step::Stays(more) => {
                    effects.join(more);
                    stay.push(task);
                }
                Step::Fails(error) if error.is_lost_race() => reruns.push((task, Some(error))),
                Step::Fails(error) => task.fail(error),
                Step::Falls(error) => {
                    self.connection.rollback();
                    stay.push(task);
                    stay.extend(waiting);
                    reruns.extend(self.undone(stay, error));
                    return Some(reruns);
                }
            }
        }
        let Some(more) = self.finish(stay, &effects) else {
            // Tasks undone earlier are certain not to be committed.
            reruns.into_iter().for_each(|(task, _)| task.fail(Error::Closed));
            return None;
        };
        reruns.extend(more);
        Some(reruns)
    }

    fn lock_accounts(&mut self, tasks: &[Task]) -> Result<(), Error> {
        let mut busy: Vec<_> = tasks.iter().flat_map(|task| task.busy()).copied().collect();
        busy.sort_unstable();
        busy.dedup();
        self.connection.lock_accounts(&busy)
    }

    fn step(&mut self, task: &mut Task, together: bool) -> Step {
        self.shared.counters.run();
        if let Some(error) = self.fault_at(Point::BeforeClosure) {
            return Step::Falls(error);
        }
        if together && let Err(error) = self.connection.mark() {
            return Step::Falls(error);
        }
        let now = self.shared.now();
        let macs = self.shared.macs();
        let mut tx = Tx::new(&mut self.connection, now, macs, self.shared.ids());
        let ran = task.run(&mut tx);
        let effects = tx.take_after_commit();
        let failure = tx.failure().cloned();
        self.shared.note_foreign(failure.as_ref());
        if let Some(error) = self.fault_at(Point::AfterClosure) {
            return Step::Falls(error);
        }
        if !self.connection.is_intact() {
            return Step::Falls(
                failure.unwrap_or_else(|| Error::Io("the database has undone the transaction".to_owned())),
            );
        }
        let outcome = match (failure, ran) {
            (Some(failure @ (Error::Full | Error::Io(_) | Error::Damaged(_))), _) => {
                return Step::Falls(failure);
            }
            (Some(failure), _) => Step::Fails(failure),
            (None, RunOutcome::Panicked) => Step::Fails(Error::Panicked),
            (None, RunOutcome::Done) => return Step::Stays(effects),
            (None, RunOutcome::Refused) => Step::Stays(AfterCommit::default()),
        };
        match self.connection.undo() {
            Ok(()) => outcome,
            Err(error) => Step::Falls(error),
        }
    }

    /// Commits, counts, answers the callers whose work is in the transaction, and sends the signals.
    fn finish(&mut self, stay: Vec<Task>, effects: &AfterCommit) -> Option<Vec<Rerun>> {
        let began = Instant::now();
        match self.commit() {
            Ok(changed) => {
                if changed {
                    self.shared.counters.commit();
                    metrics::histogram!("causeway_store_commit_seconds").record(began.elapsed());
                }
                self.shared.set_health(Health::Ready);
                effects.increment();
                stay.into_iter().for_each(|task| task.answer());
                effects.fire(&self.shared.subscribers);
                Some(Vec::new())
            }
            Err(CommitError::Failed(error)) => {
                self.connection.rollback();
                Some(self.undone(stay, error))
            }
            Err(CommitError::Fatal(reason)) => {
                // No caller is acknowledged: the next start shows if the disk has the commit.
                self.shared.close();
                (self.shared.options.on_fatal)(&reason);
                None
            }
        }
    }

    fn commit(&mut self) -> Result<bool, CommitError> {
        match self.shared.fault(Point::BeforeCommit) {
            None => {}
            Some(Fault::FailedSync) => return Err(CommitError::Fatal("injected: failed sync".to_owned())),
            Some(Fault::LostConnection) => self.connection.disconnect_at_commit(Loss::OfRequest),
            Some(Fault::LostAnswer) => self.connection.disconnect_at_commit(Loss::OfAnswer),
            Some(error) => return Err(CommitError::Failed(self.injected(error))),
        }
        let changed = self.connection.commit()?;
        if self.shared.fault(Point::AfterCommit) == Some(Fault::FailedSync) {
            return Err(CommitError::Fatal("injected: failed sync".to_owned()));
        }
        Ok(changed)
    }

    /// Fails tasks that could not begin.
    fn unavailable(&self, tasks: Vec<Task>, error: &Error) -> Vec<Rerun> {
        self.note(error);
        tasks.into_iter().for_each(|task| task.fail(error.clone()));
        Vec::new()
    }

    /// Fails or reruns tasks whose transaction is undone. In an outage, all fail alike. A single task is
    /// rerun if that may help; tasks of a batch are rerun one by one.
    fn undone(&self, tasks: Vec<Task>, error: Error) -> Vec<Rerun> {
        self.note(&error);
        if matches!(error, Error::Full | Error::Damaged(_) | Error::Closed | Error::InDoubt) {
            return self.unavailable(tasks, &error);
        }
        let alone = tasks.len() == 1;
        if alone && !(error.is_lost_race() || matches!(error, Error::Unavailable(_))) {
            return self.unavailable(tasks, &error);
        }
        let cause = alone.then_some(error);
        tasks.into_iter().map(|task| (task, cause.clone())).collect()
    }

    fn note(&self, error: &Error) {
        match error {
            Error::Full => self.shared.set_health(Health::Full),
            Error::Unavailable(_) => self.shared.set_health(Health::Unavailable),
            Error::Damaged(reason) => self.shared.note_damage(reason),
            _ => {}
        }
    }

    fn fault_at(&mut self, point: Point) -> Option<Error> {
        self.shared.fault(point).map(|error| self.injected(error))
    }

    fn injected(&mut self, error: Fault) -> Error {
        match error {
            Fault::LostRace => Error::Conflict,
            Fault::Full => Error::Full,
            Fault::Io | Fault::FailedSync => Error::Io("injected".to_owned()),
            Fault::LostConnection | Fault::LostAnswer => {
                self.connection.disconnect();
                Error::Unavailable("injected: connection lost".to_owned())
            }
        }
    }
}

/// Converts a count for metrics.
fn size(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}
