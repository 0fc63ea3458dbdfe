//! The amounts of the demonstration.

/// Funds of the customer's account, in US cents.
pub(super) const INITIAL_BALANCE: i64 = 200_000;
/// Amount that the payment debits, fees included, in US cents.
pub(super) const PAYMENT_DEBIT: i64 = 100_000;
/// Fee of the sandbox: 50 basis points of the amount sent.
pub(super) const FEES: i64 = 500;
/// Amount that arrives, in euro cents: the rest, at the sandbox's rate of 0.92.
pub(super) const RECEIVED_AMOUNT: i64 = 91_540;
