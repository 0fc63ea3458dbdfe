//! Beating, and taking over the work of processes that no longer do.

use std::sync::Arc;
use std::time::Duration;

use causeway_store::leases::{self, Observer};
use causeway_store::processes::{self, Beat};
use causeway_store::{Error, Tx};
use uuid::Uuid;

use super::own_beats::OwnBeats;
use super::presence::this_process;
use crate::runtime::app::App;
use crate::runtime::timers::{self, Timeout};

/// Records beats of this process for as long as the future lives, if other processes may share its database.
pub async fn keep_beating(app: Arc<App>) {
    if !app.store.is_shared() {
        return;
    }
    let mut heartbeat = Heartbeat::new(app);
    let mut is_failing = false;
    loop {
        let beat = timers::within(timers::BEAT_GAP, heartbeat.beat()).await;
        let pause = match beat {
            Ok(Ok(pause)) => {
                is_failing = false;
                pause
            }
            Ok(Err(error)) => {
                note_failure(&mut is_failing, &error.to_string());
                timers::POLL
            }
            Err(Timeout) => {
                note_failure(&mut is_failing, "the database did not answer in time");
                timers::POLL
            }
        };
        timers::pause(pause).await;
    }
}

/// Logs the first of several failures.
fn note_failure(is_failing: &mut bool, error: &str) {
    if !std::mem::replace(is_failing, true) {
        tracing::warn!(
            error,
            "failed to record a heartbeat; other processes may take over the work of this one"
        );
    }
}

/// The heartbeat of this process.
#[derive(Debug)]
pub struct Heartbeat {
    app: Arc<App>,
    /// `None` before the first beat.
    own: Option<OwnBeats>,
}

impl Heartbeat {
    /// Creates the heartbeat of a process that has not beaten yet.
    #[must_use]
    pub fn new(app: Arc<App>) -> Self {
        Self { app, own: None }
    }

    /// Records a beat, and takes over the work of processes that no longer beat. Returns the pause before the
    /// next beat.
    ///
    /// # Errors
    /// The errors of a database that is not available now.
    pub async fn beat(&mut self) -> Result<Duration, Error> {
        let process = this_process(&self.app);
        let record = move |tx: &mut Tx<'_>| processes::beat(tx, process);
        let Beat { at, oldest_other } = self.app.store.write(&[], record).await?;
        let own = OwnBeats::after(self.own, at);
        self.own = Some(own);
        let is_silent = oldest_other.is_some_and(|beat| at.since(beat) >= timers::SILENCE);
        if is_silent && own.may_judge() {
            self.take_over(own).await?;
        }
        Ok(own.pause(oldest_other))
    }

    async fn take_over(&self, own: OwnBeats) -> Result<(), Error> {
        let observer = Observer {
            process: self.app.process,
            beat_at: own.last,
            beat_counts_for: timers::BEAT_GAP,
            silence: timers::SILENCE,
        };
        let take_over = move |tx: &mut Tx<'_>| leases::take_over(tx, &observer);
        let lost: Vec<Uuid> = self.app.store.write(&[], take_over).await?;
        for process in lost {
            tracing::warn!(%process, "a process no longer beats; its work was taken over");
        }
        Ok(())
    }
}
