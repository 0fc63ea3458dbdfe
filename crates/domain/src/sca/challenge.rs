//! How long challenges stand, and how often they are answered and sent again (agents B1 to B4).

use std::time::Duration;

use crate::time::Time;

/// How long a challenge waits for its proof.
pub const CHALLENGE_LIFETIME: Duration = Duration::from_mins(5);
/// How long an enrolment that was begun can be confirmed.
pub const ENROLMENT_LIFETIME: Duration = Duration::from_mins(10);
/// How long a login lasts.
pub const SESSION_LIFETIME: Duration = Duration::from_hours(180 * 24);
/// So many wrong proofs make the challenge of a payment void.
pub const WRONG_PROOFS_MAX: u32 = 5;

/// One proof a second; as with requests (conventions 10) two may come at once.
const PROOF_EVERY: Duration = Duration::from_secs(1);
const RESEND_AFTER: Duration = Duration::from_secs(30);
const RESENDS_MAX: usize = 5;

/// Until when the challenge of a payment waits: no longer than its quote stands.
#[must_use]
pub fn challenge_expires_at(now: Time, quote_expires_at: Time) -> Time {
    now.plus(CHALLENGE_LIFETIME).min(quote_expires_at)
}

/// What to remember after one more proof was looked at. `paid_until`: what was remembered after the one before.
///
/// # Errors
/// How long to wait until one is looked at.
pub fn plan_proof(paid_until: Option<Time>, now: Time) -> Result<Time, Duration> {
    let due = paid_until.map_or(now, |paid_until| paid_until.max(now));
    let free_from = due.minus(PROOF_EVERY);
    if free_from > now { Err(free_from.since(now)) } else { Ok(due.plus(PROOF_EVERY)) }
}

/// When the code of a challenge was sent again, after it is sent once more. `sent` is in the order of sending;
/// `expires_at` is the end of the challenge.
///
/// # Errors
/// How long to wait until it may be sent; where it may not be any more, until the challenge ends.
pub fn plan_resend(sent: &[Time], expires_at: Time, now: Time) -> Result<Vec<Time>, Duration> {
    if sent.len() >= RESENDS_MAX {
        return Err(expires_at.since(now));
    }
    match sent.last().map(|at| at.plus(RESEND_AFTER)).filter(|free| *free > now) {
        Some(free) => Err(free.since(now)),
        None => Ok(sent.iter().copied().chain([now]).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Time {
        Time::from_millis(millis)
    }

    #[test]
    fn a_challenge_ends_with_its_quote_at_the_latest() {
        let minutes = |minutes| at(0).plus(Duration::from_mins(minutes));
        assert_eq!(challenge_expires_at(at(0), minutes(15)), minutes(5));
        assert_eq!(challenge_expires_at(at(0), minutes(2)), minutes(2));
    }

    #[test]
    fn one_proof_a_second_and_two_at_once() {
        let first = plan_proof(None, at(0)).unwrap();
        let second = plan_proof(Some(first), at(10)).unwrap();
        assert_eq!(plan_proof(Some(second), at(10)), Err(Duration::from_millis(990)));
        let third = plan_proof(Some(second), at(1_000)).unwrap();
        assert_eq!(plan_proof(Some(third), at(1_000)), Err(Duration::from_secs(1)));
        assert_eq!(plan_proof(Some(third), at(9_000)), Ok(at(10_000)));
    }

    #[test]
    fn a_code_is_sent_again_after_half_a_minute_and_five_times() {
        let end = at(300_000);
        let mut sent = plan_resend(&[], end, at(0)).unwrap();
        assert_eq!(plan_resend(&sent, end, at(29_000)), Err(Duration::from_secs(1)));
        for resend in 1..5 {
            sent = plan_resend(&sent, end, at(resend * 30_000)).unwrap();
        }
        assert_eq!(plan_resend(&sent, end, at(200_000)), Err(Duration::from_secs(100)));
    }
}
