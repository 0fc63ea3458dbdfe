//! Identifiers `<TypeName>:<uuid>` (conventions 5.1), and the only source of ids and random bytes.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use uuid::Uuid;

use crate::time::Time;

pub use causeway_vocabulary::ids::*;

/// A source of ids and random bytes. Clones share one sequence.
#[derive(Clone)]
pub struct Ids(Arc<Mutex<State>>);

struct State {
    random: StdRng,
    counter: u32,
}

/// The counter orders ids of one instant. It has 26 bits and then wraps. It counts all ids rather than those
/// of one millisecond, so that ids also rise while a platform's clock is stopped.
const COUNTER_MASK: u32 = (1 << 26) - 1;

impl Ids {
    /// Creates a source with unpredictable output, seeded by the operating system.
    #[must_use]
    pub fn system() -> Self {
        Self::from_rng(rand::make_rng())
    }

    /// Creates a source that repeats its ids and bytes for the same seed, for simulations and tests.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self::from_rng(StdRng::seed_from_u64(seed))
    }

    fn from_rng(mut random: StdRng) -> Self {
        let counter = random.next_u32() & (COUNTER_MASK >> 1);
        Self(Arc::new(Mutex::new(State { random, counter })))
    }

    /// Returns a new identifier with a UUIDv7 of the instant `at`. Ids of one source for one instant rise.
    #[must_use]
    pub fn next<T: Id>(&self, at: Time) -> T {
        T::from_uuid(self.uuid(at))
    }

    /// Returns a new UUIDv7 of the instant `at`. It never ends in one of the sandbox's magic suffixes (cards
    /// 10), so that magic happens only on purpose.
    #[must_use]
    pub fn uuid(&self, at: Time) -> Uuid {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let millis = u64::try_from(at.millis()).unwrap_or(0);
        state.counter = (state.counter + 1) & COUNTER_MASK;
        let mut tail = [0; 10];
        state.random.fill_bytes(&mut tail);
        // 12 bits of the counter follow the version, 14 the variant.
        tail[..2].copy_from_slice(&high_bits(state.counter).to_be_bytes());
        tail[2..4].copy_from_slice(&low_bits(state.counter).to_be_bytes());
        avoid_magic(&mut tail);
        uuid::Builder::from_unix_timestamp_millis(millis, &tail).into_uuid()
    }

    /// Returns fresh random bytes, for secrets and nonces.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random.fill_bytes(&mut bytes);
        bytes
    }
}

impl fmt::Debug for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ids")
    }
}

/// Changes a digit of an id that would end in `001`, `002`, `003`, `005` or `006`.
fn avoid_magic(tail: &mut [u8; 10]) {
    let [.., before, last] = tail;
    if *before & 0x0f == 0 && matches!(*last, 1 | 2 | 3 | 5 | 6) {
        *last |= 0x10;
    }
}

fn high_bits(counter: u32) -> u16 {
    u16::try_from(counter >> 14).unwrap_or(0)
}

fn low_bits(counter: u32) -> u16 {
    u16::try_from(counter & 0x3fff).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_id_ends_in_a_magic_suffix() {
        let ids = Ids::seeded(1);
        let magic = ["001", "002", "003", "005", "006"];
        let mut ends = (0..50_000).map(|_| ids.uuid(Time::from_millis(1)).to_string()[33..].to_owned());
        assert!(!ends.any(|end| magic.contains(&end.as_str())));
    }

    #[test]
    fn ids_of_one_instant_rise() {
        let ids = Ids::seeded(7);
        let at = Time::from_millis(1_700_000_000_000);
        let drawn: Vec<Uuid> = (0..50_000).map(|_| ids.uuid(at)).collect();
        assert!(drawn.is_sorted());
        assert_eq!(Ids::seeded(7).uuid(at), drawn[0]);
    }
}
