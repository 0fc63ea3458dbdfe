//! Everything that is left to chance, from one seed.

use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The chance of one run. Clones share one sequence.
#[derive(Clone)]
pub(crate) struct Rng(Arc<Mutex<StdRng>>);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    /// A number from `least` to `most`.
    pub(crate) fn between(&self, least: i64, most: i64) -> i64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random_range(least..=most)
    }

    /// An index of a list of this length, which is not empty.
    pub(crate) fn index(&self, length: usize) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random_range(0..length)
    }

    /// Whether something happens that happens this often in a thousand.
    pub(crate) fn per_mille(&self, often: u32) -> bool {
        self.between(0, 999) < i64::from(often)
    }

    /// Whether something happens that happens this often in a hundred.
    pub(crate) fn percent(&self, often: u32) -> bool {
        self.per_mille(often * 10)
    }

    /// One of these; none of none.
    pub(crate) fn pick<'a, T>(&self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.index(from.len())) }
    }

    /// One of these, each as often as its weight says against the others'.
    pub(crate) fn weighted<T: Copy>(&self, first: (u32, T), others: &[(u32, T)]) -> T {
        let total: u32 = first.0 + others.iter().map(|(weight, _)| weight).sum::<u32>();
        let mut left = self.between(0, i64::from(total) - 1);
        for (weight, what) in std::iter::once(&first).chain(others) {
            left -= i64::from(*weight);
            if left < 0 {
                return *what;
            }
        }
        first.1
    }
}
