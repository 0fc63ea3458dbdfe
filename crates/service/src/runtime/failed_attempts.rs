//! Failed attempts of callers without credentials, by source address (agents A2). Kept in memory, per
//! process.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use causeway_domain::Time;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// Maximum number of failed attempts of one address within [`WINDOW`].
const MAX_FAILED_ATTEMPTS: u32 = 10;
/// The window in which the failed attempts of an address are counted.
const WINDOW: Duration = Duration::from_mins(1);
/// Number of remembered addresses at which windows that have ended are dropped.
const MAX_ADDRESSES: usize = 10_000;

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

/// An attempt that counts as failed until it is released.
#[derive(Debug)]
pub struct Attempt {
    from: Option<IpAddr>,
    began: Time,
}

impl FailedAttempts {
    /// Begins an attempt from this address. It counts as failed at once, so that concurrent attempts cannot
    /// exceed the limit. All callers with an unknown address count as one.
    ///
    /// # Errors
    /// `RATE_LIMITED` with `Retry-After`.
    pub fn begin(&self, from: Option<IpAddr>, now: Time) -> Result<Attempt, ApiError> {
        let from = from.map(network);
        let mut attempts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if attempts.len() >= MAX_ADDRESSES {
            attempts.retain(|_, window| now < window.ends());
        }
        let window = attempts.entry(from).or_insert(Window { began: now, failed: 0 });
        if now >= window.ends() {
            *window = Window { began: now, failed: 0 };
        }
        if window.failed >= MAX_FAILED_ATTEMPTS {
            let seconds = window.ends().since(now).as_secs() + 1;
            let message = format!("Too many attempts from this address have failed; wait {seconds} s.");
            return Err(ApiError::new(Code::RateLimited, message)
                .with("retryAfter", seconds)
                .retry_after(seconds));
        }
        window.failed += 1;
        Ok(Attempt { from, began: window.began })
    }

    /// Uncounts an attempt that succeeded. Has no effect on a later window.
    pub fn release(&self, attempt: Attempt) {
        let mut attempts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let window = attempts.get_mut(&attempt.from).filter(|window| window.began == attempt.began);
        if let Some(window) = window {
            window.failed = window.failed.saturating_sub(1);
        }
    }
}

/// Returns the address that is counted: IPv4 as it is, IPv6 reduced to its /64 network, because one host
/// usually controls all of it.
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
        let attempts = FailedAttempts::default();
        let now = Time::from_millis(0);
        let from = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        for _ in 0..MAX_FAILED_ATTEMPTS {
            attempts.begin(from("2001:db8::1"), now).unwrap();
        }
        let refusal = attempts.begin(from("2001:db8::2"), now).unwrap_err();
        assert_eq!((refusal.code, refusal.retry_after_seconds), (Code::RateLimited, Some(61)));
        attempts.begin(from("2001:db8:0:1::1"), now).unwrap();
        attempts.begin(from("192.0.2.1"), now).unwrap();
        attempts.begin(None, now).unwrap();
        attempts.begin(from("2001:db8::1"), now.plus(WINDOW)).unwrap();
        attempts.begin(from("2001:db8::1"), now.plus(WINDOW)).unwrap();
    }

    #[test]
    fn an_attempt_counts_until_it_is_released() {
        let attempts = FailedAttempts::default();
        let now = Time::from_millis(0);
        let begin = |now| attempts.begin(None, now);
        let mut begun: Vec<Attempt> = (0..MAX_FAILED_ATTEMPTS).map(|_| begin(now).unwrap()).collect();
        assert_eq!(begin(now).unwrap_err().code, Code::RateLimited);
        attempts.release(begun.pop().unwrap());
        begin(now).unwrap();
        begin(now).unwrap_err();
        // An attempt that began before the window does not count in a later one.
        let later = now.plus(WINDOW);
        for _ in 0..MAX_FAILED_ATTEMPTS {
            begin(later).unwrap();
        }
        attempts.release(begun.pop().unwrap());
        begin(later).unwrap_err();
    }
}
