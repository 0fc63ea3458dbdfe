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

impl FailedAttempts {
    /// Whether somebody at this address may try again. Where nobody knows the address, all such callers count as one.
    ///
    /// # Errors
    /// `RATE_LIMITED` with `Retry-After`.
    pub fn check(&self, from: Option<IpAddr>, now: Time) -> Result<(), ApiError> {
        let attempts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let window = attempts.get(&from.map(network)).filter(|window| now < window.ends());
        let Some(window) = window.filter(|window| window.failed >= FAILED_MAX) else { return Ok(()) };
        let seconds = window.ends().since(now).as_secs() + 1;
        let message = format!("Too many attempts from this address have failed; wait {seconds} s.");
        Err(ApiError::new(Code::RateLimited, message).with("retryAfter", seconds).retry_after(seconds))
    }

    /// An attempt has failed.
    pub fn count(&self, from: Option<IpAddr>, now: Time) {
        let mut attempts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if attempts.len() >= ADDRESSES_MAX {
            attempts.retain(|_, window| now < window.ends());
        }
        let window = attempts.entry(from.map(network)).or_insert(Window { began: now, failed: 0 });
        if now >= window.ends() {
            *window = Window { began: now, failed: 0 };
        }
        window.failed = window.failed.saturating_add(1);
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
            attempts.check(from("2001:db8::1"), now).unwrap();
            attempts.count(from("2001:db8::1"), now);
        }
        let refused = attempts.check(from("2001:db8::2"), now).unwrap_err();
        assert_eq!((refused.code, refused.retry_after_seconds), (Code::RateLimited, Some(61)));
        attempts.check(from("2001:db8:0:1::1"), now).unwrap();
        attempts.check(from("192.0.2.1"), now).unwrap();
        attempts.check(None, now).unwrap();
        attempts.check(from("2001:db8::1"), now.plus(WINDOW)).unwrap();
        attempts.count(from("2001:db8::1"), now.plus(WINDOW));
        attempts.check(from("2001:db8::1"), now.plus(WINDOW)).unwrap();
    }
}
