//! How many failures lock a customer, and for how long (agents B2).

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::time::Time;

/// Proofs and logins that have failed since the last login that did not, and what follows from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Attempts {
    /// How many have failed.
    pub failed: u32,
    /// Until when nobody may try again.
    pub locked_until: Option<Time>,
    /// Whether that is for good.
    pub is_suspended: bool,
}

/// A customer that may not try again now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Locked {
    /// How many attempts have failed.
    pub failed: u32,
    /// Until when; none: for good.
    pub until: Option<Time>,
}

/// What so many failures bring.
enum Consequence {
    Nothing,
    Lock(Duration),
    Suspension,
}

const fn consequence(failed: u32) -> Consequence {
    match failed {
        0..=4 => Consequence::Nothing,
        5 => Consequence::Lock(Duration::from_mins(15)),
        6 => Consequence::Lock(Duration::from_mins(30)),
        7 => Consequence::Lock(Duration::from_hours(1)),
        8 => Consequence::Lock(Duration::from_hours(24)),
        _ => Consequence::Suspension,
    }
}

impl Attempts {
    /// Whether the customer may try.
    ///
    /// # Errors
    /// Since when it may not.
    pub fn check(&self, now: Time) -> Result<(), Locked> {
        if self.is_suspended {
            return Err(Locked { failed: self.failed, until: None });
        }
        match self.locked_until.filter(|until| now < *until) {
            Some(until) => Err(Locked { failed: self.failed, until: Some(until) }),
            None => Ok(()),
        }
    }

    /// One more has failed. Whoever is locked has not tried: that is for [`Attempts::check`].
    pub fn count(&mut self, now: Time) {
        self.failed = self.failed.saturating_add(1);
        match consequence(self.failed) {
            Consequence::Nothing => self.locked_until = None,
            Consequence::Lock(lasting) => self.locked_until = Some(now.plus(lasting)),
            Consequence::Suspension => {
                self.locked_until = None;
                self.is_suspended = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table() {
        let mut attempts = Attempts::default();
        let mut now = Time::from_millis(0);
        for minutes in [0, 0, 0, 0, 15, 30, 60, 24 * 60] {
            attempts.check(now).unwrap();
            attempts.count(now);
            let end = now.plus(Duration::from_mins(minutes));
            assert_eq!(attempts.locked_until, (minutes > 0).then_some(end));
            if minutes > 0 {
                let before = end.minus(Duration::from_millis(1));
                let locked = Locked { failed: attempts.failed, until: Some(end) };
                assert_eq!(attempts.check(before), Err(locked));
            }
            now = end;
        }
        attempts.check(now).unwrap();
        attempts.count(now);
        let for_good = Locked { failed: 9, until: None };
        assert_eq!(attempts.check(now.plus(Duration::from_hours(24 * 365))), Err(for_good));
    }
}
