//! The request to end a command, which then removes what it has made.

use std::io;

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// SIGINT or SIGTERM, once it has arrived.
#[derive(Debug, Clone)]
pub(super) struct Interruption(watch::Receiver<bool>);

impl Interruption {
    /// Waits for both signals from now on. They do not end the process any more.
    ///
    /// # Errors
    /// If the system refuses.
    pub(super) fn watch() -> io::Result<Self> {
        let mut interrupted = signal(SignalKind::interrupt())?;
        let mut terminated = signal(SignalKind::terminate())?;
        let (sender, receiver) = watch::channel(false);
        tokio::spawn(async move {
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = terminated.recv() => {}
            }
            sender.send_replace(true);
        });
        Ok(Self(receiver))
    }

    /// Returns `true` once a signal has arrived.
    pub(super) fn has_arrived(&self) -> bool {
        *self.0.borrow()
    }

    /// Returns once a signal has arrived.
    pub(super) async fn arrival(mut self) {
        if self.0.wait_for(|has_arrived| *has_arrived).await.is_err() {
            // The task that waits is gone, so that none can arrive.
            std::future::pending().await
        }
    }
}
