//! What a refund carries (money 9).

pub use causeway_vocabulary::payments::RefundReason;

/// The reference of the refund of the payment with this reference.
#[must_use]
pub fn reference(payment_reference: &str) -> String {
    format!("{payment_reference}-REFUND")
}
