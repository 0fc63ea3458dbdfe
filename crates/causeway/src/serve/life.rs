//! Whether a process takes work: from its start to the end of its drain.

use std::sync::Arc;

use tokio::sync::watch;

/// The life of a serving process; clones speak of the same one.
#[derive(Debug, Clone)]
pub struct Life(Arc<watch::Sender<bool>>);

impl Life {
    /// A process that works.
    #[must_use]
    pub fn begin() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }

    /// Takes no more work from now on.
    pub fn end(&self) {
        self.0.send_replace(true);
    }

    /// Whether no more work is taken.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        *self.0.borrow()
    }

    /// The same as a signal: `true` once no more work is taken.
    #[must_use]
    pub fn signal(&self) -> watch::Receiver<bool> {
        self.0.subscribe()
    }

    /// Returns once no more work is taken.
    pub async fn ending(&self) {
        // The sender lives in `self`, so the wait cannot fail for its lack.
        let _ = self.0.subscribe().wait_for(|ending| *ending).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_end_reaches_those_who_wait_and_those_who_come_later() {
        let life = Life::begin();
        let waiting = tokio::spawn({
            let life = life.clone();
            async move { life.ending().await }
        });
        assert!(!life.is_ending());
        life.end();
        waiting.await.unwrap();
        life.ending().await;
        assert!(life.is_ending());
    }
}
