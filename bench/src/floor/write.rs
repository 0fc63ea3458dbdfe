//! The floor of a write: one thread that runs the statements of all requests that wait in one transaction, and
//! answers them after its commit.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use tokio::sync::oneshot;

use super::connection::Floor;
use super::fresh::Fresh;
use crate::capture::Plan;

/// Requests that may share a commit, and that may wait.
const BATCH: usize = 256;
const QUEUE: usize = 1024;

/// Keys of the rehearsal are below this number.
const FIRST_NUMBER: u64 = 1_000;

/// Gets to know that the request is committed, or why none is any more.
type Waiting = oneshot::Sender<Result<(), String>>;

/// Hands requests to the thread that writes.
#[derive(Debug)]
pub(super) struct Writer(SyncSender<Waiting>);

impl Writer {
    pub(super) fn start(path: &Path, plan: &Arc<Plan>) -> crate::error::Result<Self> {
        let (queue, waiting) = sync_channel(QUEUE);
        let (floor, plan) = (Floor::writer(path, &plan.steps)?, Arc::clone(plan));
        std::thread::Builder::new()
            .name("floor-write".to_owned())
            .spawn(move || write(&floor, &plan, &waiting))?;
        Ok(Self(queue))
    }

    /// One request; it is committed.
    pub(super) async fn request(&self) -> crate::error::Result<()> {
        let (caller, answer) = oneshot::channel();
        self.0.try_send(caller)?;
        Ok(answer.await??)
    }
}

/// Serves until nobody asks any more, or a statement is refused.
fn write(floor: &Floor, plan: &Plan, waiting: &Receiver<Waiting>) {
    let mut number = FIRST_NUMBER;
    while let Ok(first) = waiting.recv() {
        let mut batch = vec![first];
        batch.extend(waiting.try_iter().take(BATCH - 1));
        let requests = (number + 1)..;
        number += batch.len() as u64;
        let done = commit(floor, plan, requests.take(batch.len())).map_err(|fault| fault.to_string());
        for caller in batch {
            // Who has gone does not wait any more.
            let _ = caller.send(done.clone());
        }
        if done.is_err() {
            return;
        }
    }
}

fn commit(floor: &Floor, plan: &Plan, requests: impl Iterator<Item = u64>) -> rusqlite::Result<()> {
    floor.command("BEGIN IMMEDIATE")?;
    for number in requests {
        floor.request(&Fresh::of(plan, number))?;
    }
    floor.command("COMMIT")
}
