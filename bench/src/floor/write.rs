//! The floor of a write: one thread that runs the statements of all requests that wait in one transaction, and
//! answers them after its commit.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use tokio::sync::oneshot;

use super::connection::Floor;
use super::fresh::Fresh;
use crate::Result;
use crate::capture::Plan;

/// Requests that may share a commit, and that may wait.
const BATCH: usize = 256;
const QUEUE: usize = 1024;

/// Keys of the rehearsal are below this number.
const FIRST_NUMBER: u64 = 1_000;

type Waiting = oneshot::Sender<()>;

/// Hands requests to the thread that writes.
#[derive(Debug)]
pub(super) struct Writer(SyncSender<Waiting>);

impl Writer {
    pub(super) fn start(path: &Path, plan: &Arc<Plan>) -> Result<Self> {
        let (queue, waiting) = sync_channel(QUEUE);
        let (floor, plan) = (Floor::writer(path, &plan.steps)?, Arc::clone(plan));
        std::thread::Builder::new()
            .name("floor-write".to_owned())
            .spawn(move || write(&floor, &plan, &waiting))?;
        Ok(Self(queue))
    }

    /// One request; it is committed.
    pub(super) async fn request(&self) -> Result<()> {
        let (caller, answer) = oneshot::channel();
        self.0.try_send(caller)?;
        Ok(answer.await?)
    }
}

fn write(floor: &Floor, plan: &Plan, waiting: &Receiver<Waiting>) -> rusqlite::Result<()> {
    let mut number = FIRST_NUMBER;
    while let Ok(first) = waiting.recv() {
        let mut batch = vec![first];
        batch.extend(waiting.try_iter().take(BATCH - 1));
        floor.command("BEGIN IMMEDIATE")?;
        for _ in &batch {
            number += 1;
            floor.request(&Fresh::of(plan, number))?;
        }
        floor.command("COMMIT")?;
        for caller in batch {
            // Who has gone does not wait any more.
            let _ = caller.send(());
        }
    }
    Ok(())
}
