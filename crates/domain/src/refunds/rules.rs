//! What a refund carries (money 9).

use crate::named::named;

named! {
    /// Why a payment is refunded.
    pub enum RefundReason {
        /// The payment failed.
        TransactionFailed = "TRANSACTION_FAILED",
        /// It was cancelled.
        UserCancellation = "USER_CANCELLATION",
        /// It was stuck on its way.
        Timeout = "TIMEOUT",
    }
}

/// The reference of the refund of the payment with this reference.
#[must_use]
pub fn reference(payment_reference: &str) -> String {
    format!("{payment_reference}-REFUND")
}
