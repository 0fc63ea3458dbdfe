//! Lockout of a customer after failed proofs and logins (agents B2).

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::time::Time;

/// The proofs and logins that have failed since the last successful login, and their consequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Attempts {
    pub failed: u32,
    /// The end of the lockout; `None` if the customer is not locked out for a time.
    pub locked_until: Option<Time>,
    /// `true` if the lockout is permanent.
    pub is_suspended: bool,
}

/// The lockout of a customer, with which an attempt is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lockout {
    /// The number of failed attempts.
    pub failed: u32,
    /// `None` if the lockout is permanent.
    pub until: Option<Time>,
}

/// The consequence of a number of failures.
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
    /// Checks that the customer may try.
    ///
    /// # Errors
    /// [`Lockout`] if the customer is locked out.
    pub fn check(&self, now: Time) -> Result<(), Lockout> {
        if self.is_suspended {
            return Err(Lockout { failed: self.failed, until: None });
        }
        match self.locked_until.filter(|until| now < *until) {
            Some(until) => Err(Lockout { failed: self.failed, until: Some(until) }),
            None => Ok(()),
        }
    }

    /// Counts one more failure. The caller has first ruled out a lockout with [`Attempts::check`], because an
    /// attempt during a lockout does not count.
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
                let locked = Lockout { failed: attempts.failed, until: Some(end) };
                assert_eq!(attempts.check(before), Err(locked));
            }
            now = end;
        }
        attempts.check(now).unwrap();
        attempts.count(now);
        let for_good = Lockout { failed: 9, until: None };
        assert_eq!(attempts.check(now.plus(Duration::from_hours(24 * 365))), Err(for_good));
    }
}
