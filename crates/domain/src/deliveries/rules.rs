//! The retry schedule of webhook deliveries (conventions 11.4, 11.5).

use std::time::Duration;

use super::state::DeliveryEvent;
use crate::time::Time;

/// The retry policy of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RetryPolicy {
    /// No retries: tests, and approval requests.
    Once,
    /// Retried for seven days.
    Retried,
}

/// The response to a delivery attempt, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeliveryResponse {
    /// A complete response with this HTTP status.
    Status(u16),
    /// No connection, no TLS session, or no complete response in time.
    None,
}

/// The time after its event during which a delivery is retried.
pub const RETRY_LIMIT: Duration = Duration::from_hours(7 * 24);

const MIN_RETRY_DELAY: Duration = Duration::from_secs(5);
const MAX_RETRY_DELAY: Duration = Duration::from_mins(30);
const ALREADY_PROCESSED: u16 = 409;

impl DeliveryResponse {
    /// Returns `true` if the receiver has the event: any 2xx, and 409 for an event that it has processed
    /// before.
    #[must_use]
    pub const fn is_accepted(self) -> bool {
        match self {
            Self::Status(status) => matches!(status, 200..=299) || status == ALREADY_PROCESSED,
            Self::None => false,
        }
    }
}

/// Returns the pause after failed attempt `attempt` (from 1): 5 s, doubled each time, at most 30 minutes,
/// with up to 10 % of jitter in both directions from `random`.
#[must_use]
pub fn retry_delay(attempt: u32, random: u16) -> Duration {
    let doublings = attempt.saturating_sub(1).min(16);
    let wait = MIN_RETRY_DELAY.saturating_mul(1 << doublings).min(MAX_RETRY_DELAY);
    let tenth = wait / 10;
    // From −10 % at 0 to +10 % at the largest number.
    wait - tenth + tenth.saturating_mul(2).saturating_mul(u32::from(random)) / u32::from(u16::MAX)
}

/// Returns the event for the delivery's state and the time of the next attempt, after attempt `attempt` (from
/// 1) of an event created at `created`. The attempt ended at `now`.
#[must_use]
pub fn plan_after(
    response: DeliveryResponse,
    policy: RetryPolicy,
    attempt: u32,
    created: Time,
    now: Time,
    random: u16,
) -> (DeliveryEvent, Option<Time>) {
    if response.is_accepted() {
        return (DeliveryEvent::Accepted, None);
    }
    let again = now.plus(retry_delay(attempt, random));
    match policy {
        RetryPolicy::Retried if again <= created.plus(RETRY_LIMIT) => {
            (DeliveryEvent::FailedForNow, Some(again))
        }
        RetryPolicy::Retried | RetryPolicy::Once => (DeliveryEvent::FailedForGood, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDDLE: u16 = u16::MAX / 2;

    #[test]
    fn waits_double_up_to_half_an_hour() {
        let waits: Vec<u128> =
            (1..=12).map(|attempt| (retry_delay(attempt, MIDDLE).as_millis() + 500) / 1000).collect();
        assert_eq!(waits, [5, 10, 20, 40, 80, 160, 320, 640, 1280, 1800, 1800, 1800]);
        assert_eq!(retry_delay(u32::MAX, 0), Duration::from_secs(1620));
        assert_eq!(retry_delay(u32::MAX, u16::MAX), Duration::from_secs(1980));
        assert_eq!(retry_delay(1, 0), Duration::from_millis(4500));
        assert_eq!(retry_delay(1, u16::MAX), Duration::from_millis(5500));
    }

    #[test]
    fn only_2xx_and_409_end_a_delivery() {
        for (status, accepted) in [
            (200, true),
            (204, true),
            (299, true),
            (409, true),
            (199, false),
            (301, false),
            (400, false),
            (500, false),
        ] {
            assert_eq!(DeliveryResponse::Status(status).is_accepted(), accepted, "{status}");
        }
        assert!(!DeliveryResponse::None.is_accepted());
    }

    #[test]
    fn a_delivery_is_given_up_after_seven_days_and_a_test_at_once() {
        let created = Time::from_millis(0);
        let plan = |policy, now| plan_after(DeliveryResponse::Status(500), policy, 20, created, now, MIDDLE);
        let last = created.plus(RETRY_LIMIT);
        assert_eq!(plan(RetryPolicy::Retried, last), (DeliveryEvent::FailedForGood, None));
        let earlier = last.minus(Duration::from_hours(1));
        assert!(matches!(
            plan(RetryPolicy::Retried, earlier),
            (DeliveryEvent::FailedForNow, Some(again)) if again > earlier && again <= last
        ));
        assert_eq!(plan(RetryPolicy::Once, created), (DeliveryEvent::FailedForGood, None));
        let accepted = plan_after(DeliveryResponse::Status(409), RetryPolicy::Once, 1, created, created, 0);
        assert_eq!(accepted, (DeliveryEvent::Accepted, None));
    }
}
