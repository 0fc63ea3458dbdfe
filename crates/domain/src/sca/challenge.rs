//! Challenges: their lifetime, and the limits on proofs and resends (agents B1 to B4).

use std::time::Duration;

use crate::time::Time;

/// The time for which a challenge waits for its proof.
pub const CHALLENGE_LIFETIME: Duration = Duration::from_mins(5);
/// The time for which an enrollment can be confirmed.
pub const ENROLLMENT_LIFETIME: Duration = Duration::from_mins(10);
/// The lifetime of a login session.
pub const SESSION_LIFETIME: Duration = Duration::from_hours(180 * 24);
/// The number of wrong proofs that voids the challenge of a payment.
pub const MAX_WRONG_PROOFS: u32 = 5;

/// The time between two proofs. As with requests (conventions 10), two may arrive at once.
const PROOF_EVERY: Duration = Duration::from_secs(1);
/// The shortest time before a code may be sent again.
const RESEND_AFTER: Duration = Duration::from_secs(30);
/// The most times that a code of a challenge is sent again.
const MAX_RESENDS: usize = 5;

/// Returns the expiry of a payment's challenge, which is never later than that of its quote.
#[must_use]
pub fn challenge_expires_at(now: Time, quote_expires_at: Time) -> Time {
    now.plus(CHALLENGE_LIFETIME).min(quote_expires_at)
}

/// Returns the new value of `paid_until` after one more proof is checked. `paid_until` is the value stored
/// with the proof before.
///
/// # Errors
/// The waiting time until a proof is checked again.
pub fn plan_proof(paid_until: Option<Time>, now: Time) -> Result<Time, Duration> {
    let due = paid_until.map_or(now, |paid_until| paid_until.max(now));
    let free_from = due.minus(PROOF_EVERY);
    if free_from > now { Err(free_from.since(now)) } else { Ok(due.plus(PROOF_EVERY)) }
}

/// Returns the send times of a challenge's code, including one more resend now. `sent` is in order;
/// `expires_at` is the end of the challenge.
///
/// # Errors
/// The waiting time until the code may be sent again; until the challenge ends if no resend is left.
pub fn plan_resend(sent: &[Time], expires_at: Time, now: Time) -> Result<Vec<Time>, Duration> {
    if sent.len() >= MAX_RESENDS {
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
    fn one_proof_a_second_is_accepted_and_two_at_once() {
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
