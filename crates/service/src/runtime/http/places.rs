//! How many requests are worked on at a time: what is beyond the process's strength is refused at once, before a queue
//! grows.

use causeway_wire::Code;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::runtime::api_error::ApiError;

/// The places for requests. One is held while a request is worked on, never while something is awaited from its
/// caller: a request that arrives slowly takes a place for finding out who sends it, gives it back, and takes another
/// one when it is there.
#[derive(Debug)]
pub struct Places(Semaphore);

impl Places {
    /// This many.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self(Semaphore::new(count.min(Semaphore::MAX_PERMITS)))
    }

    /// A place, free again when dropped.
    ///
    /// # Errors
    /// `SERVICE_UNAVAILABLE` with `Retry-After` when all are taken.
    pub fn take(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        self.0.try_acquire().map_err(|_| {
            let message = "The service has too many requests under way; repeat this one a little later.";
            ApiError::new(Code::ServiceUnavailable, message).retry_after(1)
        })
    }
}
