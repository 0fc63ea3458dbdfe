//! Links to the hosted page of a verification (customers 6).

use std::time::Duration;

use crate::time::Time;

/// The time for which a link can be used.
pub const LINK_LIFETIME: Duration = Duration::from_hours(24);

/// The status of a link to a hosted page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkStatus {
    /// The page of the link can be filled in and finished.
    Open,
    Used,
    Expired,
}

/// Returns the status of a link at `now`. A used link stays used after its expiry.
#[must_use]
pub fn link_status(used_at: Option<Time>, expires_at: Time, now: Time) -> LinkStatus {
    match used_at {
        Some(_) => LinkStatus::Used,
        None if expires_at <= now => LinkStatus::Expired,
        None => LinkStatus::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_open_for_a_day_or_until_it_is_used() {
        let created_at = Time::from_millis(1_000);
        let expires = created_at.plus(LINK_LIFETIME);
        let last = expires.minus(Duration::from_millis(1));
        assert_eq!(link_status(None, expires, last), LinkStatus::Open);
        assert_eq!(link_status(None, expires, expires), LinkStatus::Expired);
        assert_eq!(link_status(Some(created_at), expires, expires), LinkStatus::Used);
    }
}
