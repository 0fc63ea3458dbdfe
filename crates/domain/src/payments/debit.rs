//! The status of a direct debit that brings the money of a payment (money 2.2, L5p).

use crate::named::named;

named! {
    /// The status of a direct debit that brings the money of a payment. It follows from the phase of the payment.
    pub enum DebitStatus {
        /// The rail has it, or will be sent it.
        Pending = "PENDING",
        /// The money is here.
        Settled = "SETTLED",
        /// The money did not come and will not.
        Failed = "FAILED",
    }
}
