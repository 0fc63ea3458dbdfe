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
pub struct FailedAttempts {
    counts: Mutex<Counts>,
    /// Maximum number of failed attempts of all addresses together; `None` for no limit.
    max_total: Option<u32>,
}

/// The windows that are counted.
#[derive(Debug, Default)]
struct Counts {
    by_address: HashMap<Option<IpAddr>, Window>,
    /// All addresses together; `None` before the first attempt.
    total: Option<Window>,
}

#[derive(Debug, Clone, Copy)]
struct Window {
    began: Time,
    failed: u32,
}

impl Window {
    const fn new(began: Time) -> Self {
        Self { began, failed: 0 }
    }

    fn ends(self) -> Time {
        self.began.plus(WINDOW)
    }

    /// Returns this window, or a new one if it has ended.
    fn at(self, now: Time) -> Self {
        if now >= self.ends() { Self::new(now) } else { self }
    }

    /// Uncounts an attempt.
    const fn uncount(&mut self) {
        self.failed = self.failed.saturating_sub(1);
    }
}

/// An attempt that counts as failed until it is released.
#[derive(Debug)]
pub struct Attempt {
    from: Option<IpAddr>,
    /// Beginning of the window of its address.
    began: Time,
    /// Beginning of the window of all addresses.
    total_began: Time,
}

impl FailedAttempts {
    /// Returns a counter that also limits the failed attempts of all addresses together.
    #[must_use]
    pub fn with_total(max_total: u32) -> Self {
        Self { max_total: Some(max_total), ..Self::default() }
    }

    /// Begins an attempt from this address. It counts as failed at once, so that concurrent attempts cannot
    /// exceed the limit. All callers with an unknown address count as one.
    ///
    /// # Errors
    /// `RATE_LIMITED` with `Retry-After`.
    pub fn begin(&self, from: Option<IpAddr>, now: Time) -> Result<Attempt, ApiError> {
        let from = from.map(network);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.by_address.len() >= MAX_ADDRESSES {
            counts.by_address.retain(|_, window| now < window.ends());
        }
        let of_address = counts.by_address.get(&from).copied().unwrap_or(Window::new(now)).at(now);
        let total = counts.total.unwrap_or(Window::new(now)).at(now);
        if of_address.failed >= MAX_FAILED_ATTEMPTS {
            return Err(refusal("from this address ", of_address, now));
        }
        if self.max_total.is_some_and(|max| total.failed >= max) {
            return Err(refusal("", total, now));
        }
        counts.by_address.insert(from, Window { failed: of_address.failed + 1, ..of_address });
        counts.total = Some(Window { failed: total.failed + 1, ..total });
        Ok(Attempt { from, began: of_address.began, total_began: total.began })
    }

    /// Uncounts an attempt that succeeded. Has no effect on a later window.
    pub fn release(&self, attempt: Attempt) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let Counts { by_address, total } = &mut *counts;
        if let Some(window) = by_address.get_mut(&attempt.from).filter(|one| one.began == attempt.began) {
            window.uncount();
        }
        if let Some(window) = total.as_mut().filter(|window| window.began == attempt.total_began) {
            window.uncount();
        }
    }
}

/// Returns the error about a window that is full.
fn refusal(source: &str, window: Window, now: Time) -> ApiError {
    let seconds = window.ends().since(now).as_secs() + 1;
    let message = format!("Too many attempts {source}have failed; wait {seconds} s.");
    ApiError::new(Code::RateLimited, message).with("retryAfter", seconds).retry_after(seconds)
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
    fn all_addresses_together_have_a_limit_of_their_own() {
        let attempts = FailedAttempts::with_total(12);
        let now = Time::from_millis(0);
        let begin = |number: u8, now| attempts.begin(Some(IpAddr::from([192, 0, 2, number])), now);
        let mut begun: Vec<Attempt> = (0..12).map(|number| begin(number, now).unwrap()).collect();
        let error = begin(100, now).unwrap_err();
        assert_eq!((error.code, error.retry_after_seconds), (Code::RateLimited, Some(61)));
        attempts.release(begun.pop().unwrap());
        begin(100, now).unwrap();
        begin(101, now).unwrap_err();
        let later = now.plus(WINDOW);
        for number in 0..12 {
            begin(number, later).unwrap();
        }
        attempts.release(begun.pop().unwrap());
        begin(100, later).unwrap_err();
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
