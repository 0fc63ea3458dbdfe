//! When a process claims jobs, and how many at a time.

/// Jobs claimed at a time.
const BATCH: usize = 64;

/// Decides when to claim. A claim costs the database as much as several jobs do, so that while there is work jobs
/// are claimed together, and in an idle process each at once.
#[derive(Debug)]
pub(super) struct Pace {
    /// Jobs that may be under way at once.
    places: usize,
    /// Something may have become due since the last claim, or was left by it.
    may_be_due: bool,
    /// Jobs had time to come together since the last claim.
    has_gathered: bool,
    last: Found,
}

/// What the last claim found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Nothing,
    Some,
    /// As many as it could take: there may be more.
    Enough,
}

impl Pace {
    pub(super) const fn new(places: usize) -> Self {
        Self { places, may_be_due: true, has_gathered: false, last: Found::Nothing }
    }

    /// How many jobs to claim now, while so many are under way; none when it is not time.
    ///
    /// A process that has fallen behind waits until half of its places are free, but not for slow jobs: after a
    /// moment every free place is used.
    pub(super) fn room(&self, running: usize) -> usize {
        let free = self.places.saturating_sub(running);
        let is_time = match self.last {
            Found::Nothing => self.has_gathered || running == 0,
            Found::Some => self.has_gathered,
            Found::Enough => self.has_gathered || free >= self.places.div_ceil(2),
        };
        if self.may_be_due && is_time { free.min(BATCH) } else { 0 }
    }

    /// Jobs were claimed: so many, where there was room for so many.
    pub(super) fn claimed(&mut self, count: usize, room: usize) {
        self.last = match count {
            0 => Found::Nothing,
            count if count < room => Found::Some,
            _ => Found::Enough,
        };
        self.may_be_due = self.last == Found::Enough;
        self.has_gathered = false;
    }

    /// Somebody said that something is due, or nobody has looked for long.
    pub(super) const fn look_again(&mut self) {
        self.may_be_due = true;
    }

    /// Jobs had time to come together.
    pub(super) const fn gathered(&mut self) {
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
        let (mut due, mut running, mut claims) = (6_000, 0, 0);
        while due + running > 0 {
            let room = pace.room(running);
            if room > 0 {
                let count = room.min(due);
                pace.claimed(count, room);
                (due, running, claims) = (due - count, running + count, claims + 1);
            } else {
                // One job after the other ends, and each says that others may go on.
                running -= 1;
                pace.look_again();
            }
        }
        // The first takes 16, each further one 8, and the last one finds nothing.
        assert_eq!(claims, 750);
    }

    #[test]
    fn an_idle_process_claims_at_once_and_a_busy_one_lets_jobs_come_together() {
        let mut pace = Pace::new(16);
        assert_eq!(pace.room(0), 16, "at its start");
        pace.claimed(0, 16);
        assert_eq!(pace.room(0), 0, "nothing is due");
        pace.look_again();
        assert_eq!(pace.room(0), 16);
        pace.claimed(1, 16);
        pace.look_again();
        assert_eq!(pace.room(1), 0);
        pace.gathered();
        assert_eq!(pace.room(1), 15);
        pace.claimed(0, 15);
        pace.gathered();
        assert_eq!(pace.room(1), 0, "nobody said that anything is due");
    }

    #[test]
    fn slow_jobs_do_not_keep_places_empty() {
        let mut pace = Pace::new(16);
        pace.claimed(16, 16);
        assert_eq!((pace.room(16), pace.room(9), pace.room(8)), (0, 0, 8));
        pace.gathered();
        assert_eq!((pace.room(16), pace.room(15)), (0, 1));
    }

    #[test]
    fn many_places_are_filled_batch_by_batch_and_a_single_one_is_used() {
        let mut many = Pace::new(256);
        many.claimed(many.room(0), BATCH);
        assert_eq!((many.room(64), many.room(128), many.room(129)), (64, 64, 0));
        let mut single = Pace::new(1);
        single.claimed(single.room(0), 1);
        assert_eq!((single.room(1), single.room(0)), (0, 1));
    }
}
