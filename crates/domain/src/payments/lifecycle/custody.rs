//! Who had the money of a payment when it failed.

use crate::named::named;

named! {
    /// Who had the money of a payment when it failed.
    pub enum Custody {
        /// Its payer: nothing was taken.
        Payer = "PAYER",
        /// Its payer: the direct debit brought nothing.
        Uncollected = "UNCOLLECTED",
        /// The rail that was to pay it out.
        Rail = "RAIL",
        /// The service: the receiving bank has sent it back.
        Returned = "RETURNED",
        /// The quote that a direct debit has funded.
        Quote = "QUOTE",
        /// Suspense.
        Suspense = "SUSPENSE",
        /// The account that its coins came into.
        PayersAccount = "PAYERS_ACCOUNT",
        /// The debited bank, which has taken it back.
        DebitedBank = "DEBITED_BANK",
    }
}
