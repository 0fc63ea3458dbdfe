//! The general request rate of each token and each agent (conventions 10): a token bucket, kept in memory.

use std::num::NonZeroU32;

use causeway_wire::Code;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use uuid::Uuid;

use crate::runtime::api_error::ApiError;

/// The request rate of one token or agent; `None` if the deployment has no limit.
#[derive(Debug)]
pub struct RateLimit(Option<DefaultKeyedRateLimiter<Uuid>>);

impl RateLimit {
    /// Creates buckets of `burst` requests that refill with `per_second`; either at 0 switches the limit off.
    #[must_use]
    pub fn new(per_second: u32, burst: u32) -> Self {
        let quota = NonZeroU32::new(per_second)
            .zip(NonZeroU32::new(burst))
            .map(|(rate, burst)| Quota::per_second(rate).allow_burst(burst));
        Self(quota.map(RateLimiter::keyed))
    }

    /// Takes one request out of the bucket.
    ///
    /// # Errors
    /// `RATE_LIMITED` with `Retry-After` when the bucket is empty.
    pub fn check(&self, caller: Uuid) -> Result<(), ApiError> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        limiter.check_key(&caller).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            let seconds = wait.as_secs() + 1;
            let message = format!("These credentials were used for too many requests; wait {seconds} s.");
            ApiError::new(Code::RateLimited, message).with("retryAfter", seconds).retry_after(seconds)
        })
    }

    /// Drops the buckets that are full again.
    pub fn shrink(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_for_its_own_token_only() {
        let limit = RateLimit::new(1, 2);
        let [first, second] = [1, 2].map(Uuid::from_u128);
        assert!(limit.check(first).is_ok() && limit.check(first).is_ok());
        let refusal = limit.check(first).unwrap_err();
        assert_eq!((refusal.code, refusal.retry_after_seconds), (Code::RateLimited, Some(1)));
        assert!(limit.check(second).is_ok());
    }

    #[test]
    fn zero_switches_it_off() {
        let limit = RateLimit::new(0, 200);
        assert!((0..1_000).all(|_| limit.check(Uuid::nil()).is_ok()));
    }
}
