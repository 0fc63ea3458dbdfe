//! The reference that travels with a payment where nobody has given one.

use causeway_domain::ids::{Id, TransactionId};

/// The reference of a payment: short, and unlike any other.
#[must_use]
pub fn of(payment: TransactionId) -> String {
    let text = payment.uuid().simple().to_string().to_uppercase();
    format!("PAY-{}", &text[text.len() - 12..])
}
