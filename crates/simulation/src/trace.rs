//! Everything that happened in a run, as one hash, and its end as text.

use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

/// Lines that are kept for the report of a failure.
const KEPT: usize = 60;
/// Characters of a line that are kept.
const WIDTH: usize = 400;

/// The trace of one run. Clones write to the same one.
#[derive(Clone, Default)]
pub(crate) struct Trace(Arc<Mutex<Lines>>);

#[derive(Default)]
struct Lines {
    hash: Sha256,
    last: VecDeque<String>,
}

impl Trace {
    /// Adds what happened.
    pub(crate) fn note(&self, line: &str) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.hash.update(line.as_bytes());
        lines.hash.update(b"\n");
        if lines.last.len() == KEPT {
            lines.last.pop_front();
        }
        lines.last.push_back(line.chars().take(WIDTH).collect());
    }

    /// The hash of everything so far.
    pub(crate) fn hash(&self) -> String {
        let hash = self.0.lock().unwrap_or_else(PoisonError::into_inner).hash.clone().finalize();
        hash.iter().take(16).fold(String::new(), |mut text, byte| {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// The last lines, for people.
    pub(crate) fn end(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).last.iter().cloned().collect()
    }
}
