//! Entries that take longer than a page waits: they go on in the process, and a page shows their progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use causeway_domain::Time;
use causeway_service::operator::{ActionOutput, ExportStream, OperatorError};
use causeway_service::runtime::timers;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use uuid::Uuid;

use super::entry::Entry;

/// The output of an entry that goes on without the request that began it.
pub(crate) type EntryFuture = BoxFuture<'static, Result<ActionOutput, OperatorError>>;

/// Longest time that a page waits for an entry.
const PATIENCE: Duration = Duration::from_secs(3);
/// Number of runs that a process remembers after their end.
const MAX_ENDED: usize = 64;

/// The runs of a process that took longer than a page waits.
#[derive(Debug, Default)]
pub(crate) struct Runs(Mutex<Vec<Arc<EntryRun>>>);

/// The origin of a run.
#[derive(Debug)]
pub(crate) struct RunOrigin {
    /// The id of the request that began it, as in the audit trail.
    pub(crate) id: Uuid,
    /// The session that began it: other sessions do not see it.
    pub(crate) session: Uuid,
    pub(crate) entry: Entry,
    pub(crate) platform: Option<String>,
    /// The page of the resource that it is about.
    pub(crate) back: Option<String>,
    /// Wall time.
    pub(crate) began_at: Time,
}

/// An entry that was begun.
#[derive(Debug)]
pub(crate) struct EntryRun {
    pub(crate) origin: RunOrigin,
    state: watch::Receiver<RunState>,
    task: AbortHandle,
    is_cancelled: AtomicBool,
}

#[derive(Debug, Default)]
struct RunState {
    /// The last line of progress.
    line: Value,
    end: Option<Result<Value, OperatorError>>,
}

/// The phase of a run.
#[derive(Debug)]
pub(crate) enum RunPhase {
    /// With the last line of progress, or null.
    UnderWay(Value),
    /// With the answer of the entry.
    Complete(Value),
    Refused(OperatorError),
    /// With the last line of progress, or null.
    Cancelled(Value),
}

impl Runs {
    /// Remembers a run, and forgets the oldest ones that have ended.
    pub(crate) fn remember(&self, run: Arc<EntryRun>) {
        let mut runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        runs.push(run);
        let ended = runs.iter().filter(|run| run.has_ended()).count();
        let mut surplus = ended.saturating_sub(MAX_ENDED);
        runs.retain(|run| {
            let is_surplus = surplus > 0 && run.has_ended();
            surplus -= usize::from(is_surplus);
            !is_surplus
        });
    }

    /// Finds a run that this session began.
    pub(crate) fn find(&self, id: Uuid, session: Uuid) -> Option<Arc<EntryRun>> {
        let runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        runs.iter().find(|run| run.origin.id == id && run.origin.session == session).map(Arc::clone)
    }
}

impl EntryRun {
    /// Begins a run in a task of its own: a browser that goes away does not end it.
    pub(crate) fn begin(origin: RunOrigin, entry: EntryFuture) -> Self {
        let (sender, state) = watch::channel(RunState::default());
        let task = tokio::spawn(follow(entry, sender)).abort_handle();
        Self { origin, state, task, is_cancelled: AtomicBool::new(false) }
    }

    /// Waits until the run has ended.
    pub(crate) async fn ended(&self) -> RunPhase {
        let mut state = self.state.clone();
        // An error means that the task has ended without a result, which the phase says.
        drop(state.wait_for(|state| state.end.is_some()).await);
        self.phase()
    }

    /// Waits for the end of the run as long as a page waits.
    pub(crate) async fn ended_in_time(&self) -> RunPhase {
        timers::within(PATIENCE, self.ended()).await.unwrap_or_else(|_| self.phase())
    }

    pub(crate) fn phase(&self) -> RunPhase {
        let has_ended = self.has_ended();
        let state = self.state.borrow();
        match &state.end {
            Some(Ok(answer)) => RunPhase::Complete(answer.clone()),
            Some(Err(error)) => RunPhase::Refused(error.clone()),
            None if self.is_cancelled.load(Ordering::Relaxed) => RunPhase::Cancelled(state.line.clone()),
            None if has_ended => RunPhase::Refused(lost()),
            None => RunPhase::UnderWay(state.line.clone()),
        }
    }

    /// Ends the run between two of its steps.
    pub(crate) fn cancel(&self) {
        if !self.has_ended() {
            self.is_cancelled.store(true, Ordering::Relaxed);
            self.task.abort();
        }
    }

    fn has_ended(&self) -> bool {
        self.task.is_finished()
    }
}

/// Returns the error about a task that has panicked, which is in the log.
fn lost() -> OperatorError {
    OperatorError::refused("it ended without an answer")
        .remedy("look at what it is about, and at the log of the server, before you repeat it")
}

async fn follow(entry: EntryFuture, state: watch::Sender<RunState>) {
    let end = match entry.await {
        Ok(ActionOutput::Report { json, .. }) => Ok(json),
        Ok(ActionOutput::Export(lines)) => read_lines(lines, &state).await,
        Err(error) => Err(error),
    };
    state.send_modify(|state| state.end = Some(end));
}

/// Reads lines of progress, and returns the last one, which is the outcome.
async fn read_lines(
    mut chunks: ExportStream,
    state: &watch::Sender<RunState>,
) -> Result<Value, OperatorError> {
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk?;
        let Some(line) = chunk.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty()) else { continue };
        let line = serde_json::from_slice(line).map_err(OperatorError::defect)?;
        state.send_modify(|state| state.line = line);
    }
    let last = state.borrow().line.clone();
    Ok(last)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use futures_util::stream;
    use serde_json::json;

    use super::*;

    fn origin(id: u128) -> RunOrigin {
        RunOrigin {
            id: Uuid::from_u128(id),
            session: Uuid::nil(),
            entry: Entry::new("webhook", "replay"),
            platform: None,
            back: None,
            began_at: Time::from_millis(0),
        }
    }

    fn lines(chunks: Vec<Result<Bytes, OperatorError>>, is_endless: bool) -> EntryFuture {
        let chunks = stream::iter(chunks);
        let chunks = if is_endless { chunks.chain(stream::pending()).boxed() } else { chunks.boxed() };
        Box::pin(async move { Ok(ActionOutput::Export(chunks)) })
    }

    #[tokio::test]
    async fn the_last_line_is_the_answer() {
        let chunks =
            [&b"{\"n\":1}\n{\"n\":2}\n"[..], b"{\"n\":3}\n"].map(|line| Ok(Bytes::from_static(line)));
        let run = EntryRun::begin(origin(1), lines(chunks.to_vec(), false));
        assert!(matches!(run.ended().await, RunPhase::Complete(answer) if answer == json!({ "n": 3 })));
    }

    #[tokio::test]
    async fn an_error_in_the_middle_is_the_end() {
        let chunks = vec![Ok(Bytes::from_static(b"{}\n")), Err(OperatorError::refused("no"))];
        let run = EntryRun::begin(origin(1), lines(chunks, true));
        assert!(matches!(run.ended().await, RunPhase::Refused(error) if error.message == "no"));
    }

    #[tokio::test]
    async fn a_cancelled_run_keeps_its_last_line() {
        let run = EntryRun::begin(origin(1), lines(vec![Ok(Bytes::from_static(b"{\"n\":1}\n"))], true));
        let mut state = run.state.clone();
        drop(state.wait_for(|state| !state.line.is_null()).await);
        assert!(matches!(run.phase(), RunPhase::UnderWay(_)));
        run.cancel();
        assert!(matches!(run.ended().await, RunPhase::Cancelled(line) if line == json!({ "n": 1 })));
    }

    #[tokio::test]
    async fn a_run_is_found_by_its_session_alone_and_ended_ones_are_forgotten() {
        let runs = Runs::default();
        let endless = Arc::new(EntryRun::begin(origin(0), lines(Vec::new(), true)));
        runs.remember(endless);
        for id in 1..=70 {
            let run = Arc::new(EntryRun::begin(origin(id), lines(Vec::new(), false)));
            run.ended().await;
            while !run.has_ended() {
                tokio::task::yield_now().await;
            }
            runs.remember(run);
        }
        let is_known = |id| runs.find(Uuid::from_u128(id), Uuid::nil()).is_some();
        assert!(is_known(0) && !is_known(6) && is_known(7) && is_known(70));
        assert!(runs.find(Uuid::from_u128(70), Uuid::max()).is_none(), "of another session");
    }
}
