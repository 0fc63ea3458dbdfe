//! In-memory signals that follow a commit.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

/// The recipient of a signal after a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wake {
    /// The worker that runs delayed jobs.
    Jobs,
    /// The sender of webhooks.
    Deliveries,
    /// The sealer of ledger entries.
    Sealing,
    /// The task that alerts operators of rows that this service did not write.
    Foreign,
    /// The simulated partners of the sandbox.
    SandboxFaults,
    /// The follower of the rails' feeds, which also reads the changed rails and routes.
    Rails,
}

const ALL: [Wake; 6] =
    [Wake::Jobs, Wake::Deliveries, Wake::Sealing, Wake::Foreign, Wake::SandboxFaults, Wake::Rails];

/// A set of signals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Wakes(u8);

impl Wakes {
    pub(crate) fn add(&mut self, signal: Wake) {
        self.0 |= bit(signal);
    }

    pub(crate) fn join(&mut self, others: Self) {
        self.0 |= others.0;
    }

    fn has(self, signal: Wake) -> bool {
        self.0 & bit(signal) != 0
    }
}

fn bit(signal: Wake) -> u8 {
    match signal {
        Wake::Jobs => 1,
        Wake::Deliveries => 2,
        Wake::Sealing => 4,
        Wake::Foreign => 8,
        Wake::SandboxFaults => 16,
        Wake::Rails => 32,
    }
}

/// The subscribers of signals. Each has its own `Notify`, so that a signal reaches all of them and is kept
/// for a subscriber that is busy.
#[derive(Default)]
pub(crate) struct Subscribers(Mutex<Vec<(Wake, Arc<Notify>)>>);

impl Subscribers {
    pub(crate) fn subscribe(&self, signal: Wake) -> Arc<Notify> {
        let notify = Arc::new(Notify::new());
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(_, notify)| Arc::strong_count(notify) > 1);
        all.push((signal, Arc::clone(&notify)));
        notify
    }

    pub(crate) fn fire(&self, wakes: Wakes) {
        if wakes == Wakes::default() {
            return;
        }
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for signal in ALL.into_iter().filter(|signal| wakes.has(*signal)) {
            for (_, notify) in all.iter().filter(|(topic, _)| *topic == signal) {
                notify.notify_one();
            }
        }
    }
}
