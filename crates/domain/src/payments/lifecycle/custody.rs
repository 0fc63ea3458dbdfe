//! The holder of a payment's money when the payment failed.

use crate::named::named;

named! {
    /// The holder of a payment's money when the payment failed.
    pub enum Custody {
        /// The payer: no money was taken.
        Payer = "PAYER",
        /// The payer: the direct debit brought no money.
        Uncollected = "UNCOLLECTED",
        /// The rail that was to pay it out.
        Rail = "RAIL",
        /// The beneficiary: the payment has arrived although it was given up.
        Beneficiary = "BENEFICIARY",
        /// The service: the receiving bank has returned it.
        Returned = "RETURNED",
        /// The quote that a direct debit has funded.
        Quote = "QUOTE",
        Suspense = "SUSPENSE",
        /// The account that the crypto was paid into.
        PayersAccount = "PAYERS_ACCOUNT",
        /// The debited bank, which has taken the money back.
        DebitedBank = "DEBITED_BANK",
    }
}
