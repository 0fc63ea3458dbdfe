//! The circuit of each rail: an adapter that does not answer is asked rarely, until it answers again (rails 12).

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::RailId;
use causeway_rail_protocol::limits::{ANSWERS_TO_RECOVER, FAILURES_TO_DEGRADE};

use crate::runtime::timers;

/// The circuits of all rails, as this process has experienced their adapters.
#[derive(Debug, Default)]
pub(super) struct Circuits(Mutex<HashMap<RailId, Circuit>>);

/// The circuit of one rail.
#[derive(Debug, Clone, Copy)]
struct Circuit {
    is_open: bool,
    /// Number of exchanges in a row without an answer.
    failures: u32,
    /// Number of answers in a row.
    answers: u32,
    /// Time of the next exchange while the circuit is open.
    probe_at: Time,
    /// End of the pause that the adapter has asked for.
    paused_until: Time,
}

/// A change of a rail that all processes have to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    Degraded,
    Recovered,
}

/// The admission of an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Admission {
    Admitted,
    /// The adapter has asked for a pause.
    Paused,
    /// The adapter does not answer.
    Degraded,
}

/// The outcome of an exchange, as far as the circuit depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExchangeHealth {
    Answered,
    Silent,
    /// The two sides do not accept each other's signatures: no further attempt can help.
    Unauthenticated,
    /// Too many requests: it says nothing about the adapter.
    Neutral,
}

impl Circuit {
    const fn new(is_open: bool) -> Self {
        let start = Time::from_millis(i64::MIN);
        Self { is_open, failures: 0, answers: 0, probe_at: start, paused_until: start }
    }
}

impl Circuits {
    /// Returns `true` if this process has found that the adapter does not answer.
    pub(super) fn is_open(&self, rail: RailId) -> bool {
        self.lock().get(&rail).is_some_and(|circuit| circuit.is_open)
    }

    /// Admits an exchange at this wall time. While the circuit is open, one exchange is admitted in each interval.
    /// `is_degraded` says that the rail counts as silent already when this process has its first exchange.
    pub(super) fn admit(&self, rail: RailId, is_degraded: bool, now: Time) -> Admission {
        let mut circuits = self.lock();
        let circuit = circuits.entry(rail).or_insert(Circuit::new(is_degraded));
        if now < circuit.paused_until {
            return Admission::Paused;
        }
        if !circuit.is_open {
            return Admission::Admitted;
        }
        if now < circuit.probe_at {
            return Admission::Degraded;
        }
        circuit.probe_at = now.plus(timers::RAIL_PROBE);
        Admission::Admitted
    }

    /// Pauses all exchanges with an adapter from this wall time on, as it has asked for.
    pub(super) fn pause(&self, rail: RailId, length: Duration, now: Time) {
        let mut circuits = self.lock();
        let circuit = circuits.entry(rail).or_insert(Circuit::new(false));
        circuit.paused_until = circuit.paused_until.max(now.plus(length));
    }

    /// Records the outcome of an exchange. `is_degraded` is the state of the rail in the database: a turn that could
    /// not be saved is returned again.
    pub(super) fn record(
        &self,
        rail: RailId,
        health: ExchangeHealth,
        is_degraded: bool,
        now: Time,
    ) -> Option<Turn> {
        let mut circuits = self.lock();
        let circuit = circuits.entry(rail).or_insert(Circuit::new(is_degraded));
        match health {
            ExchangeHealth::Neutral => None,
            ExchangeHealth::Answered => circuit.answer(is_degraded),
            ExchangeHealth::Silent => circuit.fail(1, is_degraded, now),
            ExchangeHealth::Unauthenticated => circuit.fail(FAILURES_TO_DEGRADE, is_degraded, now),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RailId, Circuit>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Circuit {
    const fn answer(&mut self, is_degraded: bool) -> Option<Turn> {
        self.failures = 0;
        self.answers = self.answers.saturating_add(1);
        if !(self.is_open || is_degraded) || self.answers < ANSWERS_TO_RECOVER {
            return None;
        }
        self.is_open = false;
        self.answers = 0;
        Some(Turn::Recovered)
    }

    fn fail(&mut self, count: u32, is_degraded: bool, now: Time) -> Option<Turn> {
        self.answers = 0;
        self.failures = self.failures.saturating_add(count);
        if self.failures < FAILURES_TO_DEGRADE || (self.is_open && is_degraded) {
            return None;
        }
        self.failures = 0;
        if !self.is_open {
            self.is_open = true;
            self.probe_at = now.plus(timers::RAIL_PROBE);
        }
        Some(Turn::Degraded)
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;
    use uuid::Uuid;

    use super::ExchangeHealth::{Answered, Neutral, Silent, Unauthenticated};
    use super::*;

    const NOW: Time = Time::from_millis(1_760_000_000_000);

    fn rail(number: u128) -> RailId {
        RailId::from_uuid(Uuid::from_u128(number))
    }

    fn later(seconds: u64) -> Time {
        NOW.plus(Duration::from_secs(seconds))
    }

    /// Returns circuits in which this rail is open.
    fn open(number: u128) -> Circuits {
        let circuits = Circuits::default();
        let turns = (0..5).map(|_| circuits.record(rail(number), Silent, false, NOW));
        assert_eq!(turns.collect::<Vec<_>>(), [None, None, None, None, Some(Turn::Degraded)]);
        circuits
    }

    #[test]
    fn five_failures_in_a_row_open_the_circuit_of_their_rail_only() {
        let circuits = open(1);
        assert!(circuits.is_open(rail(1)) && !circuits.is_open(rail(2)));
        assert_eq!(circuits.admit(rail(1), false, NOW), Admission::Degraded);
        assert_eq!(circuits.admit(rail(2), false, NOW), Admission::Admitted);
    }

    #[test]
    fn an_answer_between_failures_counts() {
        let circuits = Circuits::default();
        for health in [Silent, Silent, Silent, Silent, Answered, Silent, Silent, Silent, Silent, Neutral] {
            assert_eq!(circuits.record(rail(1), health, false, NOW), None);
        }
        assert!(!circuits.is_open(rail(1)));
    }

    #[test]
    fn an_open_circuit_admits_one_probe_in_ten_seconds_and_closes_after_three_answers() {
        let circuits = open(1);
        let admitted =
            (0..30).filter(|second| circuits.admit(rail(1), true, later(*second)) == Admission::Admitted);
        assert_eq!(admitted.collect::<Vec<_>>(), [10, 20]);
        assert_eq!(circuits.record(rail(1), Answered, true, NOW), None);
        assert_eq!(circuits.record(rail(1), Answered, true, NOW), None);
        assert_eq!(circuits.record(rail(1), Answered, true, NOW), Some(Turn::Recovered));
        assert!(!circuits.is_open(rail(1)));
    }

    #[test]
    fn a_foreign_key_or_a_wrong_clock_opens_the_circuit_at_once() {
        let circuits = Circuits::default();
        assert_eq!(circuits.record(rail(1), Unauthenticated, false, NOW), Some(Turn::Degraded));
        assert_eq!(circuits.record(rail(1), Unauthenticated, true, NOW), None, "it is known");
    }

    #[test]
    fn a_turn_that_was_not_saved_is_returned_again() {
        let circuits = open(1);
        let turns: Vec<_> = (0..5).filter_map(|_| circuits.record(rail(1), Silent, false, NOW)).collect();
        assert_eq!(turns, [Turn::Degraded]);
        let turns: Vec<_> = (0..6).filter_map(|_| circuits.record(rail(1), Answered, true, NOW)).collect();
        assert_eq!(turns, [Turn::Recovered; 2]);
    }

    #[test]
    fn a_new_process_probes_a_degraded_rail() {
        let circuits = Circuits::default();
        assert_eq!(circuits.admit(rail(1), true, NOW), Admission::Admitted);
        assert_eq!(circuits.admit(rail(1), true, NOW), Admission::Degraded);
    }

    #[test]
    fn a_pause_that_the_adapter_asks_for_is_kept() {
        let circuits = Circuits::default();
        circuits.pause(rail(1), Duration::from_secs(20), NOW);
        circuits.pause(rail(1), Duration::from_secs(1), NOW);
        assert_eq!(circuits.admit(rail(1), false, later(19)), Admission::Paused);
        assert_eq!(circuits.admit(rail(1), false, later(20)), Admission::Admitted);
    }
}
