//! The status of a direct debit that funds a payment (money 2.2, L5p).

use crate::named::named;

named! {
    /// The status of a direct debit that funds a payment. It follows from the phase of the payment.
    pub enum DebitStatus {
        /// Submitted to the rail, or about to be.
        Pending = "PENDING",
        /// The money has arrived.
        Settled = "SETTLED",
        /// The money did not arrive and will not.
        Failed = "FAILED",
    }
}
