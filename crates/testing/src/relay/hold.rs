//! One exchange that is held.

use std::panic::Location;

use tokio::sync::oneshot;
use tokio::time::timeout;

use super::Moment;
use crate::wait;

/// The test's side of a held exchange. Its connection is cut when this value is dropped.
#[derive(Debug)]
pub struct Hold {
    reached: oneshot::Receiver<()>,
    pass: oneshot::Sender<()>,
}

/// The relay's side of a hold, with what it waits for.
#[derive(Debug)]
pub(super) struct PendingHold {
    pub(super) method: String,
    /// The path begins with this text.
    pub(super) path: String,
    pub(super) moment: Moment,
    reached: oneshot::Sender<()>,
    pass: oneshot::Receiver<()>,
}

/// Creates both sides of a hold.
pub(super) fn hold(method: &str, path: &str, moment: Moment) -> (Hold, PendingHold) {
    let (reached, is_reached) = oneshot::channel();
    let (pass, may_pass) = oneshot::channel();
    let pending =
        PendingHold { method: method.to_owned(), path: path.to_owned(), moment, reached, pass: may_pass };
    (Hold { reached: is_reached, pass }, pending)
}

impl Hold {
    /// Waits until an exchange is held.
    ///
    /// # Panics
    /// If none comes in time.
    #[track_caller]
    pub fn reached(&mut self) -> impl Future<Output = ()> {
        let caller = Location::caller();
        async move {
            if !matches!(timeout(2 * wait::PATIENCE, &mut self.reached).await, Ok(Ok(()))) {
                panic!("{caller}: no exchange has come that is to be held");
            }
        }
    }

    /// Lets the exchange pass.
    pub fn pass(self) {
        // An error means that the connection has ended by itself.
        let _ = self.pass.send(());
    }
}

impl PendingHold {
    /// Tells the test that the exchange is held; returns `true` if it may pass on.
    pub(super) async fn wait(self) -> bool {
        // An error means that the test has dropped the hold.
        let _ = self.reached.send(());
        self.pass.await.is_ok()
    }
}
