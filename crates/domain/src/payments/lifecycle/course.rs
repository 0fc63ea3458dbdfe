//! The source of a payment's money, by the payment terms.

/// The source of a payment's money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaidBy {
    /// An internal account without a quote: a transfer.
    Transfer,
    /// An internal account, for a quote.
    Account,
    /// A direct debit of an external account.
    Debit,
    /// A payer, through its bank.
    Bank,
    /// A payer, with crypto that passes through an account.
    Crypto,
}

impl PaidBy {
    pub const ALL: [Self; 5] = [Self::Transfer, Self::Account, Self::Debit, Self::Bank, Self::Crypto];
}

/// The source of a payment's money, and its way to the destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Course {
    pub paid_by: PaidBy,
    /// `true` if a rail carries the money out of the service.
    pub leaves: bool,
    /// `true` if a settlement layer delivers it in an asset of its own (uma 7). Such a delivery is final.
    pub settles_in_asset: bool,
}
