//! Failed attempts of callers without credentials, by the address that they come from (agents A2): kept in memory, each
//! process for itself.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use causeway_domain::Time;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// How many attempts of one address may fail within a window.
const FAILED_MAX: u32 = 10;
const WINDOW: Duration = Duration::from_mins(1);
/// Addresses that are remembered at a time; beyond them the windows that have ended are forgotten.
const ADDRESSES_MAX: usize = 10_000;

/// The failed attempts of the last minute.
#[derive(Debug, Default)]
pub struct FailedAttempts(Mutex<HashMap<Option<IpAddr>, Window>>);

#[derive(Debug, Clone, Copy)]
struct Window {
    began: Time,
    failed: u32,
}

impl Window {
    fn ends(self) -> Time {
        self.began.plus(WINDOW)
    }
}

/// An attempt that counts as failed until it is given back.
#[derive(Debug)]
pub struct Attempt {
    from: Option<IpAddr>,
    began: Time,
}

impl FailedAttempts {
    /// Begins an attempt of somebody at this address. It counts as failed at once, so that many at the same time are not
    /// all let through. Where nobody knows the address, all such callers count as one.
    ///
    /// # Errors
    /// `RATE_LIMITED` with `Retry-After`.
    pub fn begin(&self, from: Option<IpAddr>, now: Time) -> Result<Attempt, ApiError> {
        let from = from.map(network);
        let mut attempts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if attempts.len() >= ADDRESSES_MAX {
            attempts.retain(|_, window| now < window.ends());
        }
        let window = attempts.entry(from).or_insert(Window { began: now, failed: 0 });
        if now >= window.ends() {
            *window = Window { began: now, failed: 0 };
        }
        if window.failed >= FAILED_MAX {
            let seconds = window.ends().since(now).as_secs() + 1;
            let message = format!("Too many attempts from this address have failed; wait {seconds} s.");
            return Err(ApiError::new(Code::RateLimited, message)
                .with("retryAfter", seconds)
                .retry_after(seconds));
        }
        window.failed += 1;
        Ok(Attempt { from, began: window.began })
    }

    /// An attempt has not failed after all.
    pub fn give_back(&self, attempt: Attempt) {
        let mut attempts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let window = attempts.get_mut(&attempt.from).filter(|window| window.began == attempt.began);
        if let Some(window) = window {
            window.failed = window.failed.saturating_sub(1);
        }
    }
}

/// Whoever has one IPv6 address has the others of its network as well.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => std::net::Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_may_fail_in_a_minute() {
        let (attempts, now) = (FailedAttempts::default(), Time::from_millis(0));
        let from = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        for _ in 0..FAILED_MAX {
            attempts.begin(from("2001:db8::1"), now).unwrap();
        }
        let refused = attempts.begin(from("2001:db8::2"), now).unwrap_err();
        assert_eq!((refused.code, refused.retry_after_seconds), (Code::RateLimited, Some(61)));
        attempts.begin(from("2001:db8:0:1::1"), now).unwrap();
        attempts.begin(from("192.0.2.1"), now).unwrap();
        attempts.begin(None, now).unwrap();
        attempts.begin(from("2001:db8::1"), now.plus(WINDOW)).unwrap();
        attempts.begin(from("2001:db8::1"), now.plus(WINDOW)).unwrap();
    }

    #[test]
    fn an_attempt_counts_until_it_is_given_back() {
        let (attempts, now) = (FailedAttempts::default(), Time::from_millis(0));
        let begin = |now| attempts.begin(None, now);
        let mut begun: Vec<Attempt> = (0..FAILED_MAX).map(|_| begin(now).unwrap()).collect();
        assert_eq!(begin(now).unwrap_err().code, Code::RateLimited);
        attempts.give_back(begun.pop().unwrap());
        begin(now).unwrap();
        begin(now).unwrap_err();
        // One that began before the window counts in no later one.
        let later = now.plus(WINDOW);
        for _ in 0..FAILED_MAX {
            begin(later).unwrap();
        }
        attempts.give_back(begun.pop().unwrap());
        begin(later).unwrap_err();
    }
}
