//! Bounds of the protocol (rails 2, 3.4, 12, 13).

use std::time::Duration;

/// Maximum length of the body of an order's request or answer, and of an error, in bytes (rails 2).
pub const ORDER_BODY: usize = 64 * 1024;
/// Maximum length of a feed page, a push or capabilities, in bytes (rails 2).
pub const PAGE_BODY: usize = 1024 * 1024;
/// Maximum nesting of a body; the body itself is level 1 (rails 2).
pub const DEPTH: usize = 32;
/// Maximum number of items of a feed page (rails 8.1).
pub const PAGE_ITEMS: u32 = 500;
/// Maximum number of items of a push (rails 8.2).
pub const PUSH_ITEMS: usize = 100;

/// Largest distance between `created` and the receiver's clock, in seconds (rails 3.4).
pub const CREATED_WINDOW_SECONDS: i64 = 300;
/// Time for which a receiver remembers a nonce (rails 3.4).
pub const NONCE_RETENTION: Duration = Duration::from_mins(10);

/// Time limit of a precheck (rails 12).
pub const PRECHECK_TIMEOUT: Duration = Duration::from_secs(3);
/// Time limit of a submit, a status request or a cancel (rails 12).
pub const ORDER_TIMEOUT: Duration = Duration::from_secs(6);
/// Time limit of capabilities and feed pages (rails 12).
pub const FEED_TIMEOUT: Duration = Duration::from_secs(15);

/// Shortest time to the next status request that an adapter may ask for (rails 12).
pub const ASK_AFTER_MINIMUM: Duration = Duration::from_millis(100);
/// Longest time to the next status request that an adapter may ask for (rails 12).
pub const ASK_AFTER_MAXIMUM: Duration = Duration::from_hours(24);
/// Longest pause that `Retry-After` may ask for (rails 12).
pub const RETRY_AFTER_MAXIMUM: Duration = Duration::from_hours(1);

/// Number of contradictions within [`CONTRADICTION_WINDOW`] that pauses a rail (rails 13).
pub const CONTRADICTIONS_TO_PAUSE: u32 = 3;
/// Time in which the contradictions of a rail are counted (rails 13).
pub const CONTRADICTION_WINDOW: Duration = Duration::from_hours(24);
/// Number of exchanges in a row without an answer that degrades a rail (rails 12).
pub const FAILURES_TO_DEGRADE: u32 = 5;
/// Number of answers in a row that ends the degradation (rails 12).
pub const ANSWERS_TO_RECOVER: u32 = 3;

/// Time for which an adapter keeps the items of its feed (rails 8.1).
pub const FEED_RETENTION: Duration = Duration::from_hours(90 * 24);
