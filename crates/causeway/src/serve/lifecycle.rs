//! The lifecycle of a serving process, from its start to the end of its drain.

use std::sync::Arc;

use tokio::sync::watch;

/// The lifecycle of a serving process. Clones share the same state.
#[derive(Debug, Clone)]
pub struct Lifecycle(Arc<watch::Sender<bool>>);

impl Lifecycle {
    /// Starts the lifecycle: work is accepted.
    #[must_use]
    pub fn begin() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }

    /// Ends the acceptance of work.
    pub fn end(&self) {
        self.0.send_replace(true);
    }

    /// Returns `true` if no more work is accepted.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        *self.0.borrow()
    }

    /// Returns a signal that becomes `true` once no more work is accepted.
    #[must_use]
    pub fn signal(&self) -> watch::Receiver<bool> {
        self.0.subscribe()
    }

    /// Returns once no more work is accepted.
    pub async fn ending(&self) {
        // The sender is owned by `self`, so the wait cannot fail because it was dropped.
        let _ = self.0.subscribe().wait_for(|ending| *ending).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_shutdown_wakes_current_and_later_waiters() {
        let lifecycle = Lifecycle::begin();
        let waiting = tokio::spawn({
            let lifecycle = lifecycle.clone();
            async move { lifecycle.ending().await }
        });
        assert!(!lifecycle.is_ending());
        lifecycle.end();
        waiting.await.unwrap();
        lifecycle.ending().await;
        assert!(lifecycle.is_ending());
    }
}
