//! The floor of a write: one thread runs the statements of all waiting requests in one transaction, and
//! answers them after its commit.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use tokio::sync::oneshot;

use super::connection::Floor;
use super::fresh::RequestValues;
use crate::capture::Plan;

/// Maximum number of requests per commit; below, the maximum that may wait.
const BATCH: usize = 256;
const QUEUE: usize = 1024;

/// The first number for keys; those of the rehearsal are lower.
const FIRST_NUMBER: u64 = 1_000;

/// A waiting request: it is told that it is committed, or why no request is committed any more.
type CommitReply = oneshot::Sender<Result<(), String>>;

/// A queue to the writing thread.
#[derive(Debug)]
pub(super) struct Writer(SyncSender<CommitReply>);

impl Writer {
    pub(super) fn start(path: &Path, plan: &Arc<Plan>) -> crate::error::Result<Self> {
        let (queue, waiting) = sync_channel(QUEUE);
        let floor = Floor::writer(path, &plan.steps)?;
        let plan = Arc::clone(plan);
        std::thread::Builder::new()
            .name("floor-write".to_owned())
            .spawn(move || write(&floor, &plan, &waiting))?;
        Ok(Self(queue))
    }

    /// Runs one request and waits for its commit.
    pub(super) async fn request(&self) -> crate::error::Result<()> {
        let (caller, answer) = oneshot::channel();
        self.0.try_send(caller)?;
        Ok(answer.await??)
    }
}

/// Serves until the queue is closed or a statement fails.
fn write(floor: &Floor, plan: &Plan, waiting: &Receiver<CommitReply>) {
    let mut number = FIRST_NUMBER;
    while let Ok(first) = waiting.recv() {
        let mut batch = vec![first];
        batch.extend(waiting.try_iter().take(BATCH - 1));
        let requests = (number + 1)..;
        number += batch.len() as u64;
        let outcome = commit(floor, plan, requests.take(batch.len())).map_err(|error| error.to_string());
        for caller in batch {
            // A caller that has gone does not need the answer.
            let _ = caller.send(outcome.clone());
        }
        if outcome.is_err() {
            return;
        }
    }
}

fn commit(floor: &Floor, plan: &Plan, requests: impl Iterator<Item = u64>) -> rusqlite::Result<()> {
    floor.command("BEGIN IMMEDIATE")?;
    for number in requests {
        floor.request(&RequestValues::of(plan, number))?;
    }
    floor.command("COMMIT")
}
