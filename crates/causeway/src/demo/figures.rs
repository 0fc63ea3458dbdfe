//! What is paid in the demonstration, and what must come of it.

/// What is put into the customer's account, in US cents.
pub(super) const FUNDED: i64 = 200_000;
/// What the payment takes from it, fees included.
pub(super) const SENT: i64 = 100_000;
/// The sandbox's fee: 50 basis points of it.
pub(super) const FEES: i64 = 500;
/// What arrives, in euro cents: the rest at the sandbox's rate of 0.92.
pub(super) const RECEIVED: i64 = 91_540;
