//! The rules for sending and checking verification codes (customers 4, 12).

use std::time::Duration;

use crate::time::Time;

/// The lifetime of a code.
pub const CODE_LIFETIME: Duration = Duration::from_mins(10);

/// The number of wrong attempts that voids a code.
pub const MAX_WRONG_ATTEMPTS: u32 = 5;

const RESEND_AFTER: Duration = Duration::from_secs(30);
const HOUR: Duration = Duration::from_hours(1);
const SENT_PER_HOUR: usize = 5;

/// Returns the times at which codes were sent through a channel in the last hour, after one more is sent now.
/// `sent` is in the order of sending.
///
/// # Errors
/// The time to wait until a code may be sent.
pub fn plan_sending(sent: &[Time], now: Time) -> Result<Vec<Time>, Duration> {
    let free_at = |at: &Time, after: Duration| at.plus(after);
    let mut recent: Vec<Time> = sent.iter().copied().filter(|at| free_at(at, HOUR) > now).collect();
    let after_latest = recent.last().map(|at| free_at(at, RESEND_AFTER));
    let in_hour = recent.len().checked_sub(SENT_PER_HOUR).and_then(|first| recent.get(first));
    let after_hour = in_hour.map(|at| free_at(at, HOUR));
    match after_latest.max(after_hour).filter(|free| *free > now) {
        Some(free) => Err(free.since(now)),
        None => {
            recent.push(now);
            Ok(recent)
        }
    }
}

/// A code that was sent, and neither used nor replaced since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutstandingCode {
    /// The code is invalid from this instant on.
    pub expires_at: Time,
    pub wrong_attempts: u32,
}

/// The reason why a code confirms no contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeError {
    /// The code is not the one that was sent, or no code is outstanding.
    Invalid,
    Expired,
}

/// Checks that a code confirms the channel through which it was sent. `is_same` is `true` if it equals the
/// code that was sent.
///
/// # Errors
/// [`CodeError`] if it does not.
pub fn check_code(outstanding: Option<OutstandingCode>, is_same: bool, now: Time) -> Result<(), CodeError> {
    match outstanding.filter(|code| code.wrong_attempts < MAX_WRONG_ATTEMPTS) {
        None => Err(CodeError::Invalid),
        Some(code) if code.expires_at <= now => Err(CodeError::Expired),
        Some(_) if is_same => Ok(()),
        Some(_) => Err(CodeError::Invalid),
    }
}

/// Returns a code of six digits from random bytes.
#[must_use]
pub fn code_text(random: [u8; 8]) -> String {
    format!("{:06}", u64::from_be_bytes(random) % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Time {
        Time::from_millis(seconds * 1_000)
    }

    #[test]
    fn a_code_is_sent_again_after_half_a_minute_and_five_times_an_hour() {
        assert_eq!(plan_sending(&[], at(0)), Ok(vec![at(0)]));
        assert_eq!(plan_sending(&[at(0)], at(10)), Err(Duration::from_secs(20)));
        assert_eq!(plan_sending(&[at(0)], at(30)), Ok(vec![at(0), at(30)]));
        let five: Vec<Time> = (0..5).map(|number| at(number * 60)).collect();
        assert_eq!(plan_sending(&five, at(300)), Err(Duration::from_secs(3_300)));
        assert_eq!(plan_sending(&five, at(3_600)).map(|kept| kept.len()), Ok(5));
        assert_eq!(plan_sending(&five, at(9_000)), Ok(vec![at(9_000)]));
    }

    #[test]
    fn only_the_outstanding_code_is_right_in_time() {
        let code = |wrong_attempts| Some(OutstandingCode { expires_at: at(600), wrong_attempts });
        assert_eq!(check_code(code(0), true, at(599)), Ok(()));
        assert_eq!(check_code(code(4), true, at(0)), Ok(()));
        assert_eq!(check_code(code(5), true, at(0)), Err(CodeError::Invalid));
        assert_eq!(check_code(code(0), false, at(0)), Err(CodeError::Invalid));
        assert_eq!(check_code(code(0), true, at(600)), Err(CodeError::Expired));
        assert_eq!(check_code(None, true, at(0)), Err(CodeError::Invalid));
    }

    #[test]
    fn codes_have_six_digits() {
        assert_eq!(code_text([0; 8]), "000000");
        assert_eq!(code_text([0, 0, 0, 0, 0, 0x0f, 0x42, 0x47]), "000007");
        assert_eq!(code_text([0xff; 8]).len(), 6);
    }
}
