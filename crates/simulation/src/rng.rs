//! The random numbers of a run, from one seed.

use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The random number generator of one run. Clones share one sequence.
#[derive(Clone)]
pub(crate) struct Rng(Arc<Mutex<StdRng>>);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    /// Draws a number from `least` to `most`, both included.
    pub(crate) fn between(&self, least: i64, most: i64) -> i64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random_range(least..=most)
    }

    /// Draws an index of a list of this length, which must not be zero.
    pub(crate) fn index(&self, length: usize) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random_range(0..length)
    }

    /// Returns `true` in `often` of a thousand cases.
    pub(crate) fn per_mille(&self, often: u32) -> bool {
        self.between(0, 999) < i64::from(often)
    }

    /// Returns `true` in `often` of a hundred cases.
    pub(crate) fn percent(&self, often: u32) -> bool {
        self.per_mille(often * 10)
    }

    /// Picks one item, or `None` if there are none.
    pub(crate) fn pick<'a, T>(&self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.index(from.len())) }
    }

    /// Picks one item in proportion to the weights.
    pub(crate) fn weighted<T: Copy>(&self, first_weight: u32, first: T, others: &[(u32, T)]) -> T {
        let total: u32 = first_weight + others.iter().map(|(weight, _)| weight).sum::<u32>();
        let mut left = self.between(0, i64::from(total) - 1);
        for (weight, what) in std::iter::once(&(first_weight, first)).chain(others) {
            left -= i64::from(*weight);
            if left < 0 {
                return *what;
            }
        }
        first
    }
}
