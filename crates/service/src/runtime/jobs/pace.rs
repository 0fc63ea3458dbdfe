//! The pacing of job claims, and their batch size.

/// Jobs per claim.
const BATCH: usize = 64;

/// The pacing of claims. A claim costs the database as much as several jobs, so a busy process claims jobs
/// together, and an idle one each at once.
#[derive(Debug)]
pub(super) struct Pace {
    /// Maximum number of concurrent jobs.
    places: usize,
    /// A job may have become due since the last claim, or was left by it.
    may_be_due: bool,
    /// The gathering time since the last claim is over.
    has_gathered: bool,
    last: ClaimResult,
}

/// The result of the last claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClaimResult {
    Nothing,
    Some,
    /// As many as there was room for: there may be more.
    Enough,
}

impl Pace {
    pub(super) const fn new(places: usize) -> Self {
        Self { places, may_be_due: true, has_gathered: false, last: ClaimResult::Nothing }
    }

    /// Returns the number of jobs to claim now while `running` are in progress; 0 if it is not time.
    ///
    /// A process that has fallen behind waits until half of its places are free, but not for slow jobs: after
    /// a moment every free place is used.
    pub(super) fn room(&self, running: usize) -> usize {
        let free = self.places.saturating_sub(running);
        let is_time = match self.last {
            ClaimResult::Nothing => self.has_gathered || running == 0,
            ClaimResult::Some => self.has_gathered,
            ClaimResult::Enough => self.has_gathered || free >= self.places.div_ceil(2),
        };
        if self.may_be_due && is_time { free.min(BATCH) } else { 0 }
    }

    /// Records a claim of `count` jobs with room for `room`.
    pub(super) fn record_claim(&mut self, count: usize, room: usize) {
        self.last = match count {
            0 => ClaimResult::Nothing,
            count if count < room => ClaimResult::Some,
            _ => ClaimResult::Enough,
        };
        self.may_be_due = self.last == ClaimResult::Enough;
        self.has_gathered = false;
    }

    /// Notes that a job may be due: woken by a signal or by the poll timeout.
    pub(super) const fn look_again(&mut self) {
        self.may_be_due = true;
    }

    /// Notes that the gathering time is over.
    pub(super) const fn end_gathering(&mut self) {
        self.has_gathered = true;
    }

    pub(super) const fn has_gathered(&self) -> bool {
        self.has_gathered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_claimed_in_halves_of_the_places() {
        let mut pace = Pace::new(16);
        let mut due = 6_000;
        let mut running = 0;
        let mut claims = 0;
        while due + running > 0 {
            let room = pace.room(running);
            if room > 0 {
                let count = room.min(due);
                pace.record_claim(count, room);
                (due, running, claims) = (due - count, running + count, claims + 1);
            } else {
                // Jobs end one by one, and each signals that others may continue.
                running -= 1;
                pace.look_again();
            }
        }
        // The first takes 16, each further one 8, and the last one finds none.
        assert_eq!(claims, 750);
    }

    #[test]
    fn an_idle_process_claims_at_once_and_a_busy_one_lets_jobs_come_together() {
        let mut pace = Pace::new(16);
        assert_eq!(pace.room(0), 16, "at its start");
        pace.record_claim(0, 16);
        assert_eq!(pace.room(0), 0, "nothing is due");
        pace.look_again();
        assert_eq!(pace.room(0), 16);
        pace.record_claim(1, 16);
        pace.look_again();
        assert_eq!(pace.room(1), 0);
        pace.end_gathering();
        assert_eq!(pace.room(1), 15);
        pace.record_claim(0, 15);
        pace.end_gathering();
        assert_eq!(pace.room(1), 0, "nobody said that anything is due");
    }

    #[test]
    fn slow_jobs_do_not_keep_places_empty() {
        let mut pace = Pace::new(16);
        pace.record_claim(16, 16);
        assert_eq!((pace.room(16), pace.room(9), pace.room(8)), (0, 0, 8));
        pace.end_gathering();
        assert_eq!((pace.room(16), pace.room(15)), (0, 1));
    }

    #[test]
    fn many_places_are_filled_batch_by_batch_and_a_single_one_is_used() {
        let mut many = Pace::new(256);
        many.record_claim(many.room(0), BATCH);
        assert_eq!((many.room(64), many.room(128), many.room(129)), (64, 64, 0));
        let mut single = Pace::new(1);
        single.record_claim(single.room(0), 1);
        assert_eq!((single.room(1), single.room(0)), (0, 1));
    }
}
