//! The floor of a read: the statements run in the thread that receives the request, without a queue.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::connection::Floor;
use super::fresh::RequestValues;
use crate::capture::Plan;
use crate::error::Result;

thread_local! {
    static CONNECTION: RefCell<Option<Floor>> = const { RefCell::new(None) };
}

/// A runner of reads, with one connection per thread.
#[derive(Debug)]
pub(super) struct Reader {
    path: Arc<Path>,
    plan: Arc<Plan>,
    numbers: AtomicU64,
}

impl Reader {
    pub(super) fn new(path: &Path, plan: &Arc<Plan>) -> Self {
        Self { path: path.into(), plan: Arc::clone(plan), numbers: AtomicU64::new(0) }
    }

    /// Runs one request.
    pub(super) fn request(&self) -> Result<()> {
        let fresh = RequestValues::of(&self.plan, self.numbers.fetch_add(1, Ordering::Relaxed));
        CONNECTION.with_borrow_mut(|connection| {
            let floor = match connection.take() {
                Some(floor) => floor,
                None => Floor::reader(&self.path, &self.plan.steps)?,
            };
            let floor = connection.insert(floor);
            floor.command("BEGIN DEFERRED")?;
            floor.request(&fresh)?;
            Ok(floor.command("ROLLBACK")?)
        })
    }
}
