//! A caller's closure on its way through the store.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use causeway_domain::ids::InternalAccountId;
use tokio::sync::oneshot;
use tracing::Span;

use crate::database::engine::Mode;
use crate::database::error::Error;
use crate::database::prefetch::Prefetch;
use crate::database::tx::Tx;

/// The outcome of one run of a closure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunOutcome {
    Done,
    Refused,
    Panicked,
}

/// A closure and its caller, with their types erased.
pub(crate) trait Work: Send {
    /// Runs the closure once and keeps its result in place of an earlier one.
    fn run(&mut self, tx: &mut Tx<'_>) -> RunOutcome;
    /// Sends the caller the result of the last run.
    fn answer(self: Box<Self>);
    /// Sends the caller an error of the store.
    fn fail(self: Box<Self>, error: Error);
    fn mode(&self) -> Mode;
    /// Returns the guarded accounts that the closure locks.
    fn busy(&self) -> &[InternalAccountId];
    /// Returns `true` if the caller waits no more for the answer.
    fn is_abandoned(&self) -> bool;
}

pub(crate) type Task = Box<dyn Work>;

struct Call<T, E, F> {
    closure: F,
    mode: Mode,
    prefetch: Prefetch,
    result: Option<Result<T, E>>,
    caller: oneshot::Sender<Result<T, E>>,
    span: Span,
}

/// Packs a closure; the receiver gets its answer.
pub(crate) fn pack<T, E, F>(
    mode: Mode,
    prefetch: Prefetch,
    closure: F,
) -> (Task, oneshot::Receiver<Result<T, E>>)
where
    F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    T: Send + 'static,
    E: From<Error> + Send + 'static,
{
    let (caller, answer) = oneshot::channel();
    (Box::new(Call { closure, mode, prefetch, result: None, caller, span: Span::current() }), answer)
}

impl<T, E, F> Work for Call<T, E, F>
where
    F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<Error> + Send,
{
    fn run(&mut self, tx: &mut Tx<'_>) -> RunOutcome {
        let _entered = self.span.enter();
        // A panic may leave the closure's own state half-changed; the closure is never rerun after one.
        let run = || -> Result<T, E> {
            self.prefetch.send(tx)?;
            let done = (self.closure)(tx)?;
            tx.write_late()?;
            Ok(done)
        };
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(result) => {
                let ran = if result.is_ok() { RunOutcome::Done } else { RunOutcome::Refused };
                self.result = Some(result);
                ran
            }
            Err(panic) => {
                tracing::error!(panic = panic_text(&*panic), "a transaction's closure panicked");
                RunOutcome::Panicked
            }
        }
    }

    fn answer(self: Box<Self>) {
        // The caller may be gone: committed work stays committed.
        let _ = self.caller.send(self.result.unwrap_or_else(|| Err(E::from(Error::InDoubt))));
    }

    fn fail(self: Box<Self>, error: Error) {
        let _ = self.caller.send(Err(E::from(error)));
    }

    fn mode(&self) -> Mode {
        self.mode
    }

    fn busy(&self) -> &[InternalAccountId] {
        self.prefetch.busy()
    }

    fn is_abandoned(&self) -> bool {
        self.caller.is_closed()
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("(no text)")
}
