//! The trace of a run: one hash over everything that happened, and the last lines as text.

use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

/// Number of lines kept for the report of a failure.
const KEPT: usize = 60;
/// Number of characters kept per line.
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
    pub(crate) fn note(&self, line: &str) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.hash.update(line.as_bytes());
        lines.hash.update(b"\n");
        if lines.last.len() == KEPT {
            lines.last.pop_front();
        }
        lines.last.push_back(line.chars().take(WIDTH).collect());
    }

    /// Returns the hash of everything so far, as 32 hexadecimal digits.
    pub(crate) fn hash(&self) -> String {
        let hash = self.0.lock().unwrap_or_else(PoisonError::into_inner).hash.clone().finalize();
        hash.iter().take(16).fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// Returns the last lines.
    pub(crate) fn end(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).last.iter().cloned().collect()
    }
}
